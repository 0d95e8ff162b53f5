import { defaultRestLimits, type RestMode } from '../../../src/domain/rest/limits.ts';
import { rosterOf } from '../../support/rosters.ts';
import { dayAt, expire, type Plan, type Step, step, type World } from './worlds.ts';

// The stories. Each is repeated for every day listed in `days`, with an absence recorded before each of its steps.

export interface Story {
  plan: Plan;
  steps: readonly Step[];
  /** By person, the indexes of the days that get an absence. */
  days: Record<string, readonly number[]>;
}

const requests = '/api/exchange-requests';
const publish = (by: string, place: number, draft: object, as?: string): Step =>
  step(
    by,
    `POST ${requests}`,
    ({ shiftIds }) => ({
      requestedDate: dayAt(place),
      offeredShiftId: shiftIds[`${by} ${place}`] ?? '',
      ...draft,
    }),
    as,
  );
const preAccept = (by: string, place?: number, as?: string): Step => {
  const given = ({ shiftIds }: World) => ({ shiftId: shiftIds[`${by} ${place}`] ?? '' });
  return step(by, `POST ${requests}/:id/pre-accept`, place === undefined ? undefined : given, as);
};
const whom = (name: string) => (world: World) => ({ accepterUserId: world.people[name]?.id ?? '' });
const confirm = (by: string, name: string, as?: string): Step =>
  step(by, `POST ${requests}/:id/final-confirm`, whom(name), as);
const reject = (by: string): Step => step(by, `POST ${requests}/:id/reject`);
const approve = (by: string): Step => step(by, `POST ${requests}/:id/approve`);
const rest = (mode: RestMode, limits = {}): string =>
  JSON.stringify({ mode, limits: { ...defaultRestLimits, ...limits } });

/** All work around Wednesday; `anna` approves swaps and has other contract hours. */
const team = {
  people: { giulia: '....E..', marco: '....L..', sara: '....L..', nino: '...E...', anna: '...E...' },
  drafts: { anna: { mayApproveSwaps: true, contractHours: 4 } },
};
const sameDay = { kind: 'turno', requestedShiftType: 'pomeriggio' };

/** Giulia gives Monday for Wednesday or Thursday. */
const otherDay: Plan = {
  people: { giulia: '..E....', marco: '....E..', sara: '.....L.', nino: '...E...', anna: '...E...' },
  drafts: team.drafts,
};
const giorno = { kind: 'giorno', acceptFlexibleDates: true };
const within = { ...giorno, withinDays: 7 };
const forDays = (...places: number[]) => ({ ...giorno, acceptableDays: places.map(dayAt) });

const drivers: Plan = {
  isTaxi: true,
  people: { tiziana: 'MMMMM..', fabio: '.PPPPP.', dario: '.PPPP..', elio: '.......', anna: 'PP.....' },
  drafts: { anna: { mayApproveSwaps: true } },
};
/** Tiziana offers her first week for Fabio's second; Dario and Elio work in the first. */
const holidays: Plan = {
  ...drivers,
  people: {
    tiziana: 'fffff..MMMMM..',
    fabio: '.PPPPP.fffff..',
    dario: 'PPPPP.........',
    elio: 'MMMM..........',
    anna: 'PP............',
  },
};
const forHolidays = { kind: 'ferie', requestedDate: dayAt(7) };

/** Lara previews, loads and undoes two rosters; letters start on Monday. */
function rosterStory(roster: 'subito' | 'proposta'): Story {
  const sent = (giulia: string, marco: string) => (world: World) =>
    rosterOf([
      [world.people['giulia'] ?? { id: '' }, giulia],
      [world.people['marco'] ?? { id: '' }, marco],
    ]);
  const [first, second] = [sent('EEE-E', 'EE---'), sent('LL-EE', 'E-L--')];
  const preview = (body: typeof first) => step('lara', 'POST /api/rosters/preview', body);
  const load = (body: typeof first, as: string) => step('lara', 'POST /api/rosters', body, as);
  const undo = (as: string) => step('lara', 'DELETE /api/rosters/:id', undefined, as);
  return {
    plan: {
      rules: { roster },
      people: { lara: '.......', giulia: '..E....', marco: '..E....', nino: '.......' },
      drafts: { lara: { mayLoadShifts: true } },
    },
    steps: [
      preview(first),
      load(first, 'first'),
      preview(second),
      load(second, 'second'),
      undo('second'),
      preview(second),
      undo('first'),
      preview(first),
    ],
    days: { giulia: [2, 3, 5], marco: [2, 5], nino: [2] },
  };
}

export const stories: Record<string, Story> = {
  turno: {
    plan: { ...team, rules: { rest: rest('avviso') } },
    steps: [
      publish('giulia', 4, sameDay),
      preAccept('marco'),
      reject('sara'),
      confirm('giulia', 'marco'),
      step('marco', 'GET /api/exchanges/completed/page', undefined, 'swap'),
    ],
    days: { giulia: [3, 5], marco: [3, 5], sara: [5], nino: [4] },
  },
  'turno that nobody takes': {
    plan: team,
    steps: [publish('giulia', 4, sameDay), reject('sara'), reject('marco'), expire],
    days: { giulia: [4], marco: [4], nino: [4] },
  },
  'turno with approval': {
    plan: { ...team, rules: { rest: rest('blocco'), approval: 'sempre' } },
    steps: [
      publish('giulia', 4, sameDay),
      preAccept('marco'),
      confirm('giulia', 'marco'),
      step('anna', `GET ${requests}/:id/approval`),
      approve('anna'),
    ],
    days: { giulia: [4, 5], marco: [3, 4] },
  },
  giorno: {
    plan: { ...otherDay, rules: { rest: rest('avviso') } },
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
  'rest on average': {
    plan: {
      people: { giulia: '..E....', marco: '..EE..........EE', anna: '...E...' },
      drafts: team.drafts,
      regular: ['giulia', 'marco'],
      rules: {
        rest: rest('avviso', { averageWeekHours: 38, daysInRow: 31 }),
        approval: 'automatica_senza_avvisi',
      },
    },
    steps: [
      publish('giulia', 2, forDays(15)),
      step('marco', `GET ${requests}/:id/rest`),
      preAccept('marco', 15),
      step('giulia', `GET ${requests}/:id/rest`, whom('marco')),
      confirm('giulia', 'marco'),
    ],
    days: { giulia: [3, 4], marco: [4, 9] },
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
  'a roster that is proposed': rosterStory('proposta'),
  'a roster that is entered': rosterStory('subito'),
};
