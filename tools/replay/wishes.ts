import { minutesBetween, type ShiftType, shiftTypeAt, shiftTypes } from '../../src/domain/shifts/duty.ts';
import type { Employee, Roster, RosterShift } from './roster.ts';

/** A request that an employee publishes because of a wish. */
export interface WantedSwap {
  employee: string;
  day: number;
  requestedType: ShiftType;
}

/**
 * The requests that follow from the wishes: one for each day on which an employee works a duty they would rather not
 * work, if it is as long as their contract (others cannot be swapped).
 */
export function wantedSwaps({ employees, wishes }: Roster): WantedSwap[] {
  const wanted = new Map<string, WantedSwap>();
  for (const { employee: name, day, unwantedDuty } of wishes) {
    const employee = employees.find((other) => other.name === name);
    const shift = employee?.shifts.find((own) => own.day === day);
    if (!employee || !shift || !isContractLength(shift, employee)) continue;
    if (unwantedDuty !== 'Any' && unwantedDuty !== shift.duty) continue;
    wanted.set(`${name} ${day}`, {
      employee: name,
      day,
      requestedType: likelyType(employees, employee, shift),
    });
  }
  return [...wanted.values()];
}

const isContractLength = (shift: RosterShift, employee: Employee): boolean =>
  minutesBetween(shift.start, shift.end) === employee.contractHours * 60;

/** Of the types other than the own, the one that most possible partners work that day. */
function likelyType(employees: readonly Employee[], employee: Employee, shift: RosterShift): ShiftType {
  const ownType = shiftTypeAt(shift.start);
  const types = employees
    .filter((other) => other.role === employee.role && other.contractHours === employee.contractHours)
    .flatMap((other) => other.shifts)
    .filter((other) => other.day === shift.day)
    .map((other) => shiftTypeAt(other.start));
  const countOf = (type: ShiftType): number => types.filter((other) => other === type).length;
  const [best = 'mattina'] = shiftTypes
    .filter((type) => type !== ownType)
    .toSorted((one, other) => countOf(other) - countOf(one));
  return best;
}
