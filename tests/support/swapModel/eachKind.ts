import { type Action, type Answering, ceo } from './actions.ts';
import { dutyOf } from './roster.ts';
import { type Asked, instantOf, type Kind, type Placed, type Rules, weekOf } from './state.ts';

// One swap of each kind from publication to end: always covered, where random sequences need luck.

const [worker, otherWorker, thirdWorker, approver, driver, otherDriver] = [0, 1, 2, 3, 7, 8] as const;
const [week, holidays, otherHolidays] = ['2026-11-21', '2026-11-28', '2026-12-05'] as const;

const on = (who: number, words: string, ...days: string[]): Placed[] =>
  days.map((day) => ({ who, day, duty: dutyOf(words) }));
const [morning, afternoon] = ['sede 06:00 14:00 mattina', 'sede 14:00 22:00 pomeriggio'] as const;
const [mattina, pomeriggio] = ['sede 06:00 13:00 mattina', 'sede 13:00 20:00 pomeriggio'] as const;

/** Calendars that allow all of these swaps. */
export const calendarsOfEachKind = [
  ...on(worker, morning, '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-24', '2026-11-25', '2026-11-26'),
  // the first leaves eight hours of rest before a morning
  ...on(otherWorker, afternoon, '2026-11-16', '2026-11-17', '2026-11-19', '2026-11-20'),
  ...on(thirdWorker, afternoon, '2026-11-17', '2026-11-23', '2026-11-26'),
  ...on(approver, afternoon, '2026-11-23'),
  ...on(approver, morning, '2026-11-26'),
  ...on(worker, 'sede 11:00 20:00 mattina', '2026-11-27'),
  // begins within the cut-off of two hours
  ...on(worker, 'sede 11:00 19:00 mattina', '2026-11-16'),
  ...on(driver, mattina, ...weekOf(week), ...weekOf(otherHolidays)),
  ...on(driver, 'ferie', ...weekOf(holidays)),
  ...on(otherDriver, pomeriggio, ...weekOf(week), ...weekOf(holidays)),
  ...on(otherDriver, 'ferie', ...weekOf(otherHolidays)),
];

/** Entries recorded at the start are numbered in order. */
const rowOf = (who: number, day: string): number =>
  1 + calendarsOfEachKind.findIndex((placed) => placed.who === who && placed.day === day);
const wish = (who: number, day: string, asked: Partial<Asked>) => {
  return { who, row: rowOf(who, day), day, days: [], wanted: null, message: null, ...asked };
};
const publish = (who: number, kind: Kind, day: string, asked: Partial<Asked>, as: string = kind): Action => {
  return { do: 'publish', kind, as, ...wish(who, day, asked) };
};
const answer = (name: Answering['do'], who: number, request: string, whom: number | null = null): Action => {
  return { do: name, who, request, whom, row: null };
};
const rule = (rules: Partial<Rules>): Action => ({ do: 'setRules', worksite: 'nord', rules });
const late = { wanted: 'pomeriggio' } as const;

/** Each step is refused while the rules forbid it. */
const underRules: readonly Action[] = [
  publish(worker, 'turno', '2026-11-16', late, 'now'),
  publish(worker, 'turno', '2026-11-17', late),
  rule({ rest: 'blocco' }),
  answer('preAccept', otherWorker, 'turno'),
  rule({ rest: 'avviso' }),
  answer('preAccept', otherWorker, 'turno'),
  rule({ rest: 'blocco' }),
  answer('confirm', worker, 'turno', otherWorker),
  // waits for approval because it shortens the colleague's rest
  rule({ rest: 'avviso', approval: 'automatica_senza_avvisi' }),
  answer('confirm', worker, 'turno', otherWorker),
  // reserved entries cannot be swapped elsewhere
  publish(thirdWorker, 'turno', '2026-11-17', { wanted: 'mattina' }, 'other'),
  answer('preAccept', worker, 'other'),
  answer('delete', thirdWorker, 'other'),
  rule({ rest: 'blocco' }),
  answer('approve', ceo, 'turno'),
  answer('refuseApproval', approver, 'turno'),
  rule({ rest: 'avviso', approval: 'sempre' }),
  answer('preAccept', thirdWorker, 'turno'),
  answer('confirm', worker, 'turno', thirdWorker),
  answer('approve', ceo, 'turno'),
  rule({ approval: 'automatica' }),
];

const edited = rowOf(otherWorker, '2026-11-20');
const withoutRules: readonly Action[] = [
  publish(worker, 'giorno', '2026-11-18', { days: ['2026-11-20'] }),
  answer('preAccept', otherWorker, 'giorno'),
  {
    do: 'change',
    request: 'giorno',
    ...wish(worker, '2026-11-18', { days: ['2026-11-20'], message: 'Altro' }),
  },
  // the colleague's shift has changed by then, so this ends
  { do: 'edit', who: otherWorker, row: edited, day: '2026-11-20', duty: dutyOf(morning), insists: false },
  answer('confirm', worker, 'giorno', otherWorker),
  answer('preAccept', otherWorker, 'giorno'),
  answer('confirm', worker, 'giorno', otherWorker),
  publish(driver, 'settimana', week, late),
  answer('preAccept', otherDriver, 'settimana'),
  answer('confirm', driver, 'settimana', otherDriver),
  publish(driver, 'ferie', holidays, { day: otherHolidays }),
  answer('preAccept', otherDriver, 'ferie'),
  answer('confirm', driver, 'ferie', otherDriver),
  // other swaps of the day that a swap has filled, or of the shift that it took, end
  publish(worker, 'giorno', '2026-11-24', { days: ['2026-11-23'] }, 'elsewhere'),
  publish(worker, 'giorno', '2026-11-25', { days: ['2026-11-23'] }, 'filling'),
  answer('preAccept', thirdWorker, 'elsewhere'),
  answer('preAccept', approver, 'filling'),
  answer('confirm', worker, 'filling', approver),
  publish(worker, 'turno', '2026-11-26', late, 'taking'),
  publish(approver, 'turno', '2026-11-26', late, 'losing'),
  answer('preAccept', thirdWorker, 'taking'),
  answer('preAccept', thirdWorker, 'losing'),
  answer('confirm', worker, 'taking', thirdWorker),
  // nine hours on a contract of eight
  publish(worker, 'turno', '2026-11-27', late, 'long'),
  // nobody confirms this one in time
  publish(worker, 'turno', '2026-11-19', late, 'late'),
  answer('preAccept', otherWorker, 'late'),
  { do: 'wait', until: instantOf('2026-11-19', '04:00') },
];

/** The last moment has two simultaneous actions. */
export const momentsOfEachKind: readonly (readonly Action[])[] = [
  ...[...underRules, ...withoutRules].map((action) => [action]),
  [answer('takeBack', otherWorker, 'giorno'), answer('reject', otherWorker, 'late')],
];
