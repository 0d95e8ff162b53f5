import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { timeSchema } from '../../src/domain/calendar/schema.ts';
import {
  contractHoursSchema,
  registrableRoles,
  type RegistrableRole,
} from '../../src/domain/users/schema.ts';

/** A working shift of the file: `day` 0 is the first Monday of the replay. */
export interface RosterShift {
  day: number;
  start: string;
  end: string;
  /** The data set's own name, such as Early. */
  duty: string;
}

export interface Employee {
  name: string;
  role: RegistrableRole;
  contractHours: number;
  /** At most one a day, in the order of the days. */
  shifts: RosterShift[];
}

/** 'Not this duty on that day'; `Any`: would rather be off. */
export interface Wish {
  employee: string;
  day: number;
  unwantedDuty: string;
}

export interface Roster {
  employees: Employee[];
  wishes: Wish[];
}

/** A file is not what it should be; the message says which line and why. */
export class RosterError extends Error {
  override name = 'RosterError';
}

const day = z.coerce.number().int().min(0).max(366);

const shiftRow = z.strictObject({
  employee: z.string().min(1),
  role: z.enum(registrableRoles),
  contract_hours: z.coerce.number().pipe(contractHoursSchema),
  day,
  start: timeSchema,
  end: timeSchema,
  duty: z.string().min(1),
});

const wishRow = z.strictObject({ employee: z.string().min(1), day, unwanted_duty: z.string().min(1) });

/**
 * Reads a roster from the text of its two files.
 *
 * @throws RosterError
 */
export function parseRoster(shiftsCsv: string, wishesCsv: string): Roster {
  const employees = new Map<string, Employee>();
  for (const row of readRows('shifts', shiftsCsv, shiftRow)) addShift(employees, row);
  const wishes = readRows('wishes', wishesCsv, wishRow).map((row) => ({
    employee: row.employee,
    day: row.day,
    unwantedDuty: row.unwanted_duty,
  }));
  const stranger = wishes.find((wish) => !employees.has(wish.employee));
  if (stranger) throw new RosterError(`wishes: ${stranger.employee} has no shift`);
  return { employees: [...employees.values()], wishes };
}

function readRows<Row>(file: string, text: string, schema: z.ZodType<Row>): Row[] {
  const rows: unknown[] = parseCsv(file, text);
  return rows.map((row, index) => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new RosterError(`${file}, line ${index + 2}: ${issue?.path.join('.')}: ${issue?.message}`);
  });
}

function parseCsv(file: string, text: string): unknown[] {
  try {
    return parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true });
  } catch (error) {
    throw new RosterError(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

function addShift(employees: Map<string, Employee>, row: z.infer<typeof shiftRow>): void {
  const { employee: name, role, contract_hours: contractHours, ...shift } = row;
  const employee = employees.get(name) ?? { name, role, contractHours, shifts: [] };
  if (employee.role !== role || employee.contractHours !== contractHours) {
    throw new RosterError(`shifts: ${name} has several roles or contracts`);
  }
  if (employee.shifts.some((other) => other.day === shift.day)) {
    throw new RosterError(`shifts: ${name} has several shifts on day ${shift.day}`);
  }
  employee.shifts.push(shift);
  employee.shifts.sort((one, other) => one.day - other.day);
  employees.set(name, employee);
}
