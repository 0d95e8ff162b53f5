import type { Action, Asked } from './actions.ts';
import { ceo } from './approval.ts';
import { dutiesFor, modelPeople } from './roster.ts';
import { type Duty, entryOf, type Kind, type Model, type Rules, the, weekOf } from './state.ts';

// A swap of each kind from its publication to its end: what random people reach by chance, these reach every time.

interface Swap {
  kind: Kind;
  requester: number;
  colleague: number;
  /** A day of what is on offer. */
  offered: string;
  asked: Pick<Asked, 'day' | 'days' | 'wanted'>;
}

const [worker, otherWorker, thirdWorker, approver, driver, otherDriver] = [0, 1, 2, 3, 7, 8] as const;
const [week, holidays, otherHolidays] = ['2026-11-21', '2026-11-28', '2026-12-05'] as const;

const sameDay: Swap = {
  kind: 'turno',
  requester: worker,
  colleague: otherWorker,
  offered: '2026-11-17',
  asked: { day: '2026-11-17', days: [], wanted: 'pomeriggio' },
};

const otherSwaps: readonly Swap[] = [
  {
    kind: 'giorno',
    requester: worker,
    colleague: otherWorker,
    offered: '2026-11-19',
    asked: { day: '2026-11-19', days: ['2026-11-20'], wanted: null },
  },
  {
    kind: 'settimana',
    requester: driver,
    colleague: otherDriver,
    offered: week,
    asked: { day: week, days: [], wanted: 'pomeriggio' },
  },
  {
    kind: 'ferie',
    requester: driver,
    colleague: otherDriver,
    offered: holidays,
    asked: { day: otherHolidays, days: [], wanted: null },
  },
];

const dutyOf = (who: number, place: Duty['place'], type: string | null): Duty =>
  the(dutiesFor(the(modelPeople[who])).find((duty) => duty.place === place && duty.type === type));

const on = (who: number, days: readonly string[], place: Duty['place'], type: string | null = null) =>
  days.map((day) => ({ who, day, duty: dutyOf(who, place, type) }));

/** Calendars in which all of these swaps are possible. */
export const calendarsOfEachKind = [
  ...on(worker, ['2026-11-17', '2026-11-19'], 'sede', 'mattina'),
  // the first leaves eight hours before a morning
  ...on(otherWorker, ['2026-11-16', '2026-11-17', '2026-11-20'], 'sede', 'pomeriggio'),
  ...on(thirdWorker, ['2026-11-17'], 'sede', 'pomeriggio'),
  ...on(driver, [...weekOf(week), ...weekOf(otherHolidays)], 'sede', 'mattina'),
  ...on(driver, weekOf(holidays), 'ferie'),
  ...on(otherDriver, [...weekOf(week), ...weekOf(holidays)], 'sede', 'pomeriggio'),
  ...on(otherDriver, weekOf(otherHolidays), 'ferie'),
];

/** What happens at a moment, once it is known what there is. */
export type Moment = (model: Model) => Action[];

const publishing = ({ kind, requester, offered, asked }: Swap, as: string = kind): Moment => {
  return (model) => {
    const { row } = the(entryOf(model, requester, offered));
    return [{ do: 'publish', who: requester, kind, as, row, message: null, ...asked }];
  };
};
const preAccepting = (who: number, request: string): Moment => {
  return () => [{ do: 'preAccept', who, request, row: null }];
};
const confirming = (who: number, request: string, whom: number): Moment => {
  return () => [{ do: 'confirm', who, request, whom }];
};
const agreeing = (swap: Swap): Moment[] => [
  publishing(swap),
  preAccepting(swap.colleague, swap.kind),
  confirming(swap.requester, swap.kind, swap.colleague),
];
const ruling = (rules: Partial<Rules>): Moment => {
  return () => [{ do: 'setRules', worksite: 'nord', rules }];
};

/** What a worksite's rules make of one swap: each step is refused as long as they forbid it. */
const ruledSwap: readonly Moment[] = [
  ruling({ cutoff: 24 }),
  publishing(sameDay),
  ruling({ cutoff: 0 }),
  publishing(sameDay),
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
  publishing({ ...sameDay, requester: thirdWorker, asked: { ...sameDay.asked, wanted: 'mattina' } }, 'other'),
  preAccepting(worker, 'other'),
  () => [{ do: 'delete', who: thirdWorker, request: 'other' }],
  () => [{ do: 'refuseApproval', who: approver, request: 'turno' }],
  ruling({ approval: 'sempre' }),
  preAccepting(thirdWorker, 'turno'),
  confirming(worker, 'turno', thirdWorker),
  () => [{ do: 'approve', who: ceo, request: 'turno' }],
];

/** The first kind under rules that forbid it at first, the others without. At last two things happen at once. */
export const momentsOfEachKind: readonly Moment[] = [
  ...ruledSwap,
  ruling({ approval: 'automatica' }),
  ...otherSwaps.flatMap(agreeing),
  () => [
    { do: 'takeBack', who: otherWorker, request: 'giorno', isUndo: false },
    { do: 'setActive', who: otherWorker, isActive: false },
  ],
];
