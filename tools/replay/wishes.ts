import { minutesBetween, type ShiftType, shiftTypeAt, shiftTypes } from '../../src/domain/shifts/duty.ts';
import type { Employee, Roster, Wish } from './roster.ts';

/** A request published because of a wish: for other hours of that day, or for another of `days`. */
export type WantedSwap = { employee: string; day: number } & (
  | { kind: 'turno'; requestedType: ShiftType }
  | { kind: 'giorno'; days: number[] }
);

/** Days before and after the unwanted one on which an employee would work instead. */
const reach = 7;

/**
 * The requests that follow from the wishes: one for each day with an unwanted duty that is as long as the contract (others
 * cannot be swapped). Wishes for a day off become swaps of days.
 */
export function wantedSwaps({ employees, wishes }: Roster): WantedSwap[] {
  const wanted = new Map<string, WantedSwap>();
  for (const { employee: name, day, unwantedDuty } of wishes) {
    const employee = employees.find((other) => other.name === name);
    const shift = employee?.shifts.find((own) => own.day === day);
    if (!employee || !shift || minutesBetween(shift.start, shift.end) !== employee.contractHours * 60)
      continue;
    if (unwantedDuty !== 'Any' && unwantedDuty !== shift.duty) continue;
    const request = isWishedOff(wishes, name, day)
      ? ({ kind: 'giorno', days: otherDays(employee, day, wishes) } as const)
      : ({ kind: 'turno', requestedType: likelyType(employees, employee, shift) } as const);
    wanted.set(`${name} ${day}`, { employee: name, day, ...request });
  }
  return [...wanted.values()];
}

const isWishedOff = (wishes: readonly Wish[], name: string, day: number): boolean =>
  wishes.some((wish) => wish.employee === name && wish.day === day && wish.unwantedDuty === 'Any');

/** Days around it without a shift and without a wish. */
function otherDays({ name, shifts }: Employee, day: number, wishes: readonly Wish[]): number[] {
  const around = Array.from({ length: 2 * reach + 1 }, (_, place) => day - reach + place);
  const taken = new Set(shifts.map((shift) => shift.day));
  return around.filter((other) => other >= 0 && !taken.has(other) && !isWishedOff(wishes, name, other));
}

/** Whether somebody does not want these hours on that day. */
export function isUnwanted(
  { employees, wishes }: Roster,
  name: string,
  day: number,
  { startTime }: { startTime: string | null },
): boolean {
  const shifts = employees.flatMap((employee) => employee.shifts);
  return wishes.some(
    ({ employee, unwantedDuty, day: wished }) =>
      employee === name &&
      wished === day &&
      (unwantedDuty === 'Any' ||
        shifts.some(({ duty, start }) => duty === unwantedDuty && start === startTime)),
  );
}

/** The other shift type that most possible partners work that day. */
function likelyType(
  employees: readonly Employee[],
  { role, contractHours }: Employee,
  { day, start }: Employee['shifts'][number],
): ShiftType {
  const types = employees
    .filter((other) => other.role === role && other.contractHours === contractHours)
    .flatMap((other) => other.shifts)
    .flatMap((shift) => (shift.day === day ? [shiftTypeAt(shift.start)] : []));
  const countOf = (type: ShiftType): number => types.filter((other) => other === type).length;
  const others = shiftTypes.filter((type) => type !== shiftTypeAt(start));
  return others.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? 'mattina';
}
