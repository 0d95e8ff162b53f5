import type { CreateExchange } from '../../../src/domain/exchanges/schema.calls.ts';
import {
  approve,
  confirm,
  expire,
  look,
  preAccept,
  publish,
  reject,
  rest,
  rosterSteps,
  rules,
} from './steps.ts';
import { dayAt, type Plan, type Step, step } from './worlds.ts';

// What people do in the four worlds: each story is told again with a day of each person that it names, and with the absence
// recorded before each of its steps.

export interface Story {
  plan: Plan;
  steps: readonly Step[];
  /** Whose days, by their places in the calendars. */
  days: Record<string, readonly number[]>;
}

/** Each offers a Wednesday morning; `anna` approves swaps and works other hours, as nobody else does. */
const team = {
  people: { giulia: '....E..', marco: '....L..', sara: '....L..', nino: '...E...', anna: '...E...' },
  drafts: { anna: { mayApproveSwaps: true, contractHours: 4 } },
};
const sameDay = { kind: 'turno', requestedShiftType: 'pomeriggio' } as const;

/** Giulia gives Monday for Wednesday or Thursday. */
const otherDay: Plan = {
  people: { giulia: '..E....', marco: '....E..', sara: '.....L.', nino: '...E...', anna: '...E...' },
  drafts: team.drafts,
};
const forDays = (...places: number[]): Partial<CreateExchange> => ({
  kind: 'giorno',
  acceptFlexibleDates: true,
  acceptableDays: places.map(dayAt),
});
const within: Partial<CreateExchange> = { kind: 'giorno', acceptFlexibleDates: true, withinDays: 7 };

const drivers: Plan = {
  isTaxi: true,
  people: {
    tiziana: 'MMMMM..',
    fabio: '.PPPPP.',
    dario: '.PPPP..',
    elio: '.......',
    anna: 'PP.....',
  },
  drafts: { anna: { mayApproveSwaps: true } },
};
/** Tiziana offers her first week for Fabio's second one; Dario and Elio work in the first. */
const holidays: Plan = {
  isTaxi: true,
  people: {
    tiziana: 'fffff..MMMMM..',
    fabio: '.PPPPP.fffff..',
    dario: 'PPPPP.........',
    elio: 'MMMM..........',
    anna: 'PP............',
  },
  drafts: { anna: { mayApproveSwaps: true } },
};
const forHolidays: Partial<CreateExchange> = { kind: 'ferie', requestedDate: dayAt(7) };

/** Lara loads; of a flexible contract the hours of a week count. */
const rosterStory = (roster: 'subito' | 'proposta'): Story => ({
  plan: {
    rules: { roster },
    people: { lara: '.......', giulia: '..E....', marco: '..E....', nino: '.......' },
    drafts: { lara: { mayLoadShifts: true } },
  },
  steps: rosterSteps,
  days: { giulia: [2, 3, 5], marco: [2, 5], nino: [2] },
});

export const stories: Record<string, Story> = {
  turno: {
    plan: { ...team, rules: { rest: rules('avviso') } },
    steps: [
      publish('giulia', 4, sameDay),
      preAccept('marco'),
      reject('sara'),
      confirm('giulia', 'marco'),
      step('marco', 'GET /api/exchanges/completed/page', () => ({}), 'swap'),
    ],
    days: { giulia: [3, 5], marco: [3, 5], sara: [5], nino: [4] },
  },
  'turno that nobody takes': {
    plan: team,
    steps: [publish('giulia', 4, sameDay), reject('sara'), reject('marco'), expire],
    days: { giulia: [4], marco: [4], nino: [4] },
  },
  'turno with approval': {
    plan: { ...team, rules: { rest: rules('blocco'), approval: 'sempre' } },
    steps: [
      publish('giulia', 4, sameDay),
      preAccept('marco'),
      confirm('giulia', 'marco'),
      look('anna'),
      approve('anna'),
    ],
    days: { giulia: [4, 5], marco: [3, 4] },
  },
  giorno: {
    plan: { ...otherDay, rules: { rest: rules('avviso') } },
    steps: [
      publish('giulia', 2, forDays(4, 5)),
      preAccept('marco', 4),
      preAccept('sara', 5),
      confirm('giulia', 'marco'),
    ],
    days: { giulia: [2, 3, 4, 5], marco: [2, 3, 4], sara: [2, 4, 5], nino: [2, 4] },
  },
  'giorno within a week': {
    plan: otherDay,
    steps: [publish('giulia', 2, within), preAccept('marco'), reject('sara'), expire],
    days: { giulia: [3, 4, 5], marco: [2, 3], sara: [2], nino: [2] },
  },
  'giorno with approval': {
    plan: { ...otherDay, rules: { approval: 'sempre' } },
    steps: [
      publish('giulia', 2, forDays(4)),
      preAccept('marco'),
      confirm('giulia', 'marco'),
      approve('anna'),
    ],
    days: { giulia: [3, 4], marco: [2] },
  },
  'giorno that mirrors another': {
    plan: otherDay,
    steps: [
      publish('giulia', 2, forDays(4, 5)),
      publish('marco', 4, forDays(2), 'mirror'),
      preAccept('giulia', 2, 'mirror'),
      confirm('marco', 'giulia', 'mirror'),
    ],
    days: { giulia: [4], marco: [2] },
  },
  'rest on average': {
    plan: {
      people: { giulia: '..E....', marco: '..EE..........EE', anna: '...E...' },
      drafts: team.drafts,
      regular: ['giulia', 'marco'],
      rules: {
        rest: rules('avviso', { averageWeekHours: 38, daysInRow: 31 }),
        approval: 'automatica_senza_avvisi',
      },
    },
    steps: [
      publish('giulia', 2, forDays(15)),
      rest('marco'),
      preAccept('marco', 15),
      rest('giulia', 'marco'),
      confirm('giulia', 'marco'),
    ],
    days: { giulia: [3, 4], marco: [4, 9] },
  },
  settimana: {
    plan: drivers,
    steps: [
      publish('tiziana', 0, { kind: 'settimana', requestedShiftType: 'pomeriggio' }),
      reject('dario'),
      preAccept('fabio'),
      confirm('tiziana', 'fabio'),
    ],
    days: { tiziana: [4, 5], fabio: [0, 6], dario: [0], elio: [2] },
  },
  ferie: {
    plan: holidays,
    steps: [publish('tiziana', 0, forHolidays), preAccept('fabio'), confirm('tiziana', 'fabio')],
    days: { tiziana: [7, 12, 13], fabio: [0, 1, 6], dario: [6, 7], elio: [7] },
  },
  'ferie that nobody takes': {
    plan: holidays,
    steps: [publish('tiziana', 0, forHolidays), reject('fabio'), expire],
    days: { tiziana: [13], dario: [7], elio: [8] },
  },
  'a roster that is proposed': rosterStory('proposta'),
  'a roster that is entered': rosterStory('subito'),
};
