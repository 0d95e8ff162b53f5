import { minutesBetween, type ShiftType, shiftTypeAt, shiftTypes } from '../../src/domain/shifts/duty.ts';
import type { Employee, Roster, RosterShift, Wish } from './roster.ts';

/** A request that an employee publishes because of a wish: for other hours of that day, or for the day. */
export type WantedSwap = { employee: string; day: number } & (
  | { kind: 'turno'; requestedType: ShiftType }
  | {
      kind: 'giorno';
      /** When they would work instead: they are off, and wished nothing. */
      days: number[];
    }
);

/** How many days from the unwanted one somebody would work instead. */
const reach = 7;

/**
 * The requests that follow from the wishes: one for each day on which an employee works a duty they would rather not
 * work, if it is as long as their contract (others cannot be swapped). Who wished to be off asks for the day.
 */
export function wantedSwaps({ employees, wishes }: Roster): WantedSwap[] {
  const wanted = new Map<string, WantedSwap>();
  for (const { employee: name, day, unwantedDuty } of wishes) {
    const employee = employees.find((other) => other.name === name);
    const shift = employee?.shifts.find((own) => own.day === day);
    if (!employee || !shift || !isContractLength(shift, employee)) continue;
    if (unwantedDuty !== 'Any' && unwantedDuty !== shift.duty) continue;
    const isForDay = isWishedOff(wishes, name, day);
    wanted.set(`${name} ${day}`, {
      employee: name,
      day,
      ...(isForDay
        ? { kind: 'giorno', days: otherDays(employee, day, wishes) }
        : { kind: 'turno', requestedType: likelyType(employees, employee, shift) }),
    });
  }
  return [...wanted.values()];
}

const isWishedOff = (wishes: readonly Wish[], name: string, day: number): boolean =>
  wishes.some((wish) => wish.employee === name && wish.day === day && wish.unwantedDuty === 'Any');

function otherDays({ name, shifts }: Employee, day: number, wishes: readonly Wish[]): number[] {
  const around = Array.from({ length: 2 * reach + 1 }, (_, place) => day - reach + place);
  return around.filter(
    (other) =>
      other >= 0 && shifts.every((shift) => shift.day !== other) && !isWishedOff(wishes, name, other),
  );
}

/** Whether somebody would rather not work these hours on that day. */
export const isUnwanted = (
  { employees, wishes }: Roster,
  name: string,
  day: number,
  hours: { startTime: string | null },
): boolean =>
  wishes.some(
    ({ employee, unwantedDuty, ...wish }) =>
      employee === name &&
      wish.day === day &&
      (unwantedDuty === 'Any' || startsOf(employees, unwantedDuty).has(hours.startTime)),
  );

/** When a duty of the file begins. */
const startsOf = (employees: readonly Employee[], duty: string): ReadonlySet<string | null> =>
  new Set(
    employees.flatMap(({ shifts }) => shifts).flatMap((shift) => (shift.duty === duty ? [shift.start] : [])),
  );

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
