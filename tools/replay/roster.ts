import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { timeSchema } from '../../src/domain/calendar/schema.ts';
import { contractHoursSchema, registrableRoles } from '../../src/domain/users/schema.ts';

const day = z.coerce.number().int().min(0).max(366);

/** `day` 0 is the first Monday of the replay; `duty` is the data set's name, such as Early. */
const shiftRow = z.strictObject({
  employee: z.string().min(1),
  role: z.enum(registrableRoles),
  contract_hours: z.coerce.number().pipe(contractHoursSchema),
  day,
  start: timeSchema,
  end: timeSchema,
  duty: z.string().min(1),
});
type ShiftRow = z.infer<typeof shiftRow>;

const wishRow = z
  .strictObject({ employee: z.string().min(1), day, unwanted_duty: z.string().min(1) })
  .transform(({ unwanted_duty: unwantedDuty, ...row }) => ({ ...row, unwantedDuty }));

/** A duty that the employee does not want on a day; `Any`: prefers a day off. */
export type Wish = z.output<typeof wishRow>;

export interface Employee {
  name: string;
  role: ShiftRow['role'];
  contractHours: number;
  /** At most one per day. */
  shifts: Pick<ShiftRow, 'day' | 'start' | 'end' | 'duty'>[];
}

export interface Roster {
  employees: Employee[];
  wishes: Wish[];
}

/**
 * Parses a roster from the text of its two files.
 *
 * @throws Error naming the line and the problem
 */
export function parseRoster(shiftsCsv: string, wishesCsv: string): Roster {
  const employees = new Map<string, Employee>();
  for (const row of readRows('shifts', shiftsCsv, shiftRow)) addShift(employees, row);
  const wishes = readRows('wishes', wishesCsv, wishRow);
  const stranger = wishes.find((wish) => !employees.has(wish.employee));
  if (stranger) throw new Error(`wishes: ${stranger.employee} has no shift`);
  return { employees: [...employees.values()], wishes };
}

function readRows<Row>(file: string, text: string, schema: z.ZodType<Row>): Row[] {
  const rows: unknown[] = parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true });
  return rows.map((row, index) => {
    const parsed = schema.safeParse(row);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new Error(`${file}, line ${index + 2}: ${issue?.path.join('.')}: ${issue?.message}`);
  });
}

function addShift(employees: Map<string, Employee>, row: ShiftRow): void {
  const { employee: name, role, contract_hours: contractHours, ...shift } = row;
  const employee = employees.get(name) ?? { name, role, contractHours, shifts: [] };
  if (employee.role !== role || employee.contractHours !== contractHours) {
    throw new Error(`shifts: ${name} has several roles or contracts`);
  }
  if (employee.shifts.some((other) => other.day === shift.day)) {
    throw new Error(`shifts: ${name} has several shifts on day ${shift.day}`);
  }
  employee.shifts.push(shift);
  employees.set(name, employee);
}
