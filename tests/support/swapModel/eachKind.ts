import type { Action, Asked } from './actions.ts';
import { dutiesFor, modelPeople } from './roster.ts';
import { type Duty, entryOf, type Kind, type Model, the, weekOf } from './state.ts';

// A swap of each kind from its publication to its end: what random people reach by chance, these reach every time.

interface Swap {
  kind: Kind;
  requester: number;
  colleague: number;
  /** A day of what is on offer. */
  offered: string;
  asked: Pick<Asked, 'day' | 'days' | 'wanted'>;
}

const [worker, otherWorker, driver, otherDriver] = [0, 1, 7, 8] as const;
const [week, holidays, otherHolidays] = ['2026-11-21', '2026-11-28', '2026-12-05'] as const;

const swaps: readonly Swap[] = [
  {
    kind: 'turno',
    requester: worker,
    colleague: otherWorker,
    offered: '2026-11-17',
    asked: { day: '2026-11-17', days: [], wanted: 'pomeriggio' },
  },
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
  ...on(otherWorker, ['2026-11-17', '2026-11-20'], 'sede', 'pomeriggio'),
  ...on(driver, [...weekOf(week), ...weekOf(otherHolidays)], 'sede', 'mattina'),
  ...on(driver, weekOf(holidays), 'ferie'),
  ...on(otherDriver, [...weekOf(week), ...weekOf(holidays)], 'sede', 'pomeriggio'),
  ...on(otherDriver, weekOf(otherHolidays), 'ferie'),
];

/** What happens at a moment, once it is known what there is. */
export type Moment = (model: Model) => Action[];

function momentsOf({ kind, requester, colleague, offered, asked }: Swap): Moment[] {
  const rowOn = (model: Model): number => the(entryOf(model, requester, offered)).row;
  return [
    (model) => [
      {
        do: 'publish',
        who: requester,
        kind,
        as: kind,
        row: rowOn(model),
        message: null,
        ...asked,
      },
    ],
    () => [{ do: 'preAccept', who: colleague, request: kind, row: null }],
    () => [{ do: 'confirm', who: requester, request: kind, whom: colleague }],
  ];
}

/** At last two things at once: a call may be answered before or after its person's account has ended. */
export const momentsOfEachKind: readonly Moment[] = [
  ...swaps.flatMap(momentsOf),
  () => [
    { do: 'takeBack', who: otherWorker, request: 'turno' },
    { do: 'setActive', who: otherWorker, isActive: false },
  ],
];
