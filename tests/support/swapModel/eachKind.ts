import { type Action, ceo } from './actions.ts';
import { dutiesFor, modelPeople } from './roster.ts';
import {
  type Asked,
  type Duty,
  instantOf,
  type Kind,
  type Placed,
  type Rules,
  the,
  weekOf,
} from './state.ts';

// A swap of each kind from its publication to its end: what random people reach by chance, these reach every time.

const [worker, otherWorker, thirdWorker, approver, driver, otherDriver] = [0, 1, 2, 3, 7, 8] as const;
const [week, holidays, otherHolidays] = ['2026-11-21', '2026-11-28', '2026-12-05'] as const;

const dutyOf = (who: number, place: Duty['place'], type: string | null): Duty =>
  the(dutiesFor(the(modelPeople[who])).find((duty) => duty.place === place && duty.type === type));
const on = (
  who: number,
  days: readonly string[],
  place: Duty['place'],
  type: string | null = null,
): Placed[] => days.map((day) => ({ who, day, duty: dutyOf(who, place, type) }));

/** Calendars in which all of these swaps are possible. */
export const calendarsOfEachKind = [
  ...on(worker, ['2026-11-17', '2026-11-18', '2026-11-19'], 'sede', 'mattina'),
  // the first leaves eight hours before a morning
  ...on(otherWorker, ['2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20'], 'sede', 'pomeriggio'),
  ...on(thirdWorker, ['2026-11-17', '2026-11-23', '2026-11-26'], 'sede', 'pomeriggio'),
  ...on(approver, ['2026-11-23'], 'sede', 'pomeriggio'),
  ...on(approver, ['2026-11-26'], 'sede', 'mattina'),
  ...on(worker, ['2026-11-24', '2026-11-25', '2026-11-26'], 'sede', 'mattina'),
  { who: worker, day: '2026-11-27', duty: the(dutiesFor(the(modelPeople[worker]))[4]) },
  // it begins within the cut-off of two hours
  { who: worker, day: '2026-11-16', duty: the(dutiesFor(the(modelPeople[worker]))[3]) },
  ...on(driver, [...weekOf(week), ...weekOf(otherHolidays)], 'sede', 'mattina'),
  ...on(driver, weekOf(holidays), 'ferie'),
  ...on(otherDriver, [...weekOf(week), ...weekOf(holidays)], 'sede', 'pomeriggio'),
  ...on(otherDriver, weekOf(otherHolidays), 'ferie'),
];

/** What is recorded before anything happens is numbered in its order. */
const rowOf = (who: number, day: string): number =>
  1 + calendarsOfEachKind.findIndex((placed) => placed.who === who && placed.day === day);
const wish = (who: number, day: string, asked: Partial<Asked>) => {
  return { who, row: rowOf(who, day), day, days: [], wanted: null, message: null, ...asked };
};
const publishing = (
  who: number,
  kind: Kind,
  offered: string,
  asked: Partial<Asked>,
  as = kind as string,
): Action => {
  return { do: 'publish', kind, as, ...wish(who, offered, asked) };
};
const preAccepting = (who: number, request: string): Action => ({ do: 'preAccept', who, request, row: null });
const confirming = (who: number, request: string, whom: number): Action => {
  return { do: 'confirm', who, request, whom };
};
const ruling = (rules: Partial<Omit<Rules, 'cutoff'>>): Action => ({
  do: 'setRules',
  worksite: 'nord',
  rules,
});

/** Each step is refused as long as the rules forbid it. */
const underRules: readonly Action[] = [
  publishing(worker, 'turno', '2026-11-16', { wanted: 'pomeriggio' }, 'now'),
  publishing(worker, 'turno', '2026-11-17', { wanted: 'pomeriggio' }),
  ruling({ rest: 'blocco' }),
  preAccepting(otherWorker, 'turno'),
  ruling({ rest: 'avviso' }),
  preAccepting(otherWorker, 'turno'),
  ruling({ rest: 'blocco' }),
  confirming(worker, 'turno', otherWorker),
  // it waits for what it leaves the colleague of rest
  ruling({ rest: 'avviso', approval: 'automatica_senza_avvisi' }),
  confirming(worker, 'turno', otherWorker),
  // what would change hands is not to be had elsewhere
  publishing(thirdWorker, 'turno', '2026-11-17', { wanted: 'mattina' }, 'other'),
  preAccepting(worker, 'other'),
  { do: 'delete', who: thirdWorker, request: 'other' },
  ruling({ rest: 'blocco' }),
  { do: 'approve', who: ceo, request: 'turno' },
  { do: 'refuseApproval', who: approver, request: 'turno' },
  ruling({ rest: 'avviso', approval: 'sempre' }),
  preAccepting(thirdWorker, 'turno'),
  confirming(worker, 'turno', thirdWorker),
  { do: 'approve', who: ceo, request: 'turno' },
  ruling({ approval: 'automatica' }),
];

const withoutRules: readonly Action[] = [
  publishing(worker, 'giorno', '2026-11-19', { days: ['2026-11-20'] }),
  preAccepting(otherWorker, 'giorno'),
  // another shift is offered: that offer ends
  { do: 'change', request: 'giorno', ...wish(worker, '2026-11-18', { days: ['2026-11-20'] }) },
  preAccepting(otherWorker, 'giorno'),
  // the colleague's is another one by then: so does this
  {
    do: 'edit',
    who: otherWorker,
    row: rowOf(otherWorker, '2026-11-20'),
    day: '2026-11-20',
    duty: dutyOf(otherWorker, 'sede', 'mattina'),
    insists: false,
  },
  confirming(worker, 'giorno', otherWorker),
  preAccepting(otherWorker, 'giorno'),
  confirming(worker, 'giorno', otherWorker),
  publishing(driver, 'settimana', week, { wanted: 'pomeriggio' }),
  preAccepting(otherDriver, 'settimana'),
  confirming(driver, 'settimana', otherDriver),
  publishing(driver, 'ferie', holidays, { day: otherHolidays }),
  preAccepting(otherDriver, 'ferie'),
  confirming(driver, 'ferie', otherDriver),
  // on the day that a swap has filled, and with the shift that it has taken, no other swap stands
  publishing(worker, 'giorno', '2026-11-24', { days: ['2026-11-23'] }, 'elsewhere'),
  publishing(worker, 'giorno', '2026-11-25', { days: ['2026-11-23'] }, 'filling'),
  preAccepting(thirdWorker, 'elsewhere'),
  preAccepting(approver, 'filling'),
  confirming(worker, 'filling', approver),
  publishing(worker, 'turno', '2026-11-26', { wanted: 'pomeriggio' }, 'taking'),
  publishing(approver, 'turno', '2026-11-26', { wanted: 'pomeriggio' }, 'losing'),
  preAccepting(thirdWorker, 'taking'),
  preAccepting(thirdWorker, 'losing'),
  confirming(worker, 'taking', thirdWorker),
  // nine hours of a contract of eight
  publishing(worker, 'turno', '2026-11-27', { wanted: 'pomeriggio' }, 'long'),
  // nobody confirms this one in time
  publishing(worker, 'turno', '2026-11-19', { wanted: 'pomeriggio' }, 'late'),
  preAccepting(otherWorker, 'late'),
  { do: 'wait', until: instantOf('2026-11-19', '04:00') },
];

/** At last two things happen at once. */
export const momentsOfEachKind: readonly (readonly Action[])[] = [
  ...[...underRules, ...withoutRules].map((action) => [action]),
  [
    { do: 'takeBack', who: otherWorker, request: 'giorno', isUndo: false },
    { do: 'setActive', who: otherWorker, isActive: false },
  ],
];
