import type { CreateExchange } from '../../../src/domain/exchanges/schema.calls.ts';
import { defaultRestLimits, type RestMode } from '../../../src/domain/rest/limits.ts';
import type { Roster, RosterDuty } from '../../../src/domain/rosters/schema.ts';
import { expireRequests } from '../../../src/server/exchanges/commands.expire.ts';
import { dayAt, type Step, step, type World } from './worlds.ts';

// What people do in the four worlds, step by step.

const ofRequest = (as: string) => (world: World) => ({ params: { id: world.ids[as] ?? '' } });

async function shiftAt({ people }: World, name: string, place: number): Promise<string> {
  const day = dayAt(place);
  const [entry] =
    (await people[name]?.ask('GET /api/calendar/shifts', { query: { from: day, to: day } })) ?? [];
  return entry?.id ?? '';
}

export const publish = (by: string, place: number, draft: Partial<CreateExchange>, as = 'request'): Step =>
  step(
    by,
    'POST /api/exchange-requests',
    async (world) => ({
      body: { requestedDate: dayAt(place), offeredShiftId: await shiftAt(world, by, place), ...draft },
    }),
    as,
  );
export const preAccept = (by: string, place?: number, as = 'request'): Step =>
  step(by, 'POST /api/exchange-requests/:id/pre-accept', async (world) => ({
    ...ofRequest(as)(world),
    ...(place !== undefined && { body: { shiftId: await shiftAt(world, by, place) } }),
  }));
export const confirm = (by: string, whom: string, as = 'request'): Step =>
  step(by, 'POST /api/exchange-requests/:id/final-confirm', (world) => ({
    ...ofRequest(as)(world),
    body: { accepterUserId: world.people[whom]?.id ?? '' },
  }));
export const reject = (by: string): Step =>
  step(by, 'POST /api/exchange-requests/:id/reject', ofRequest('request'));
export const approve = (by: string): Step =>
  step(by, 'POST /api/exchange-requests/:id/approve', ofRequest('request'));
export const rest = (by: string, whom?: string): Step =>
  step(by, 'GET /api/exchange-requests/:id/rest', (world) => ({
    ...ofRequest('request')(world),
    query: whom === undefined ? {} : { accepterUserId: world.people[whom]?.id ?? '' },
  }));
/** What is offered has begun, and the job closes it; whoever looks then signs in again. */
export const expire: Step = {
  by: null,
  run: async ({ server, people }) => {
    server.clock.set(`${dayAt(7)}T23:30:00.000Z`);
    await expireRequests(server.context);
    for (const [name, person] of Object.entries(people)) people[name] = await server.signInAs(person);
    return { status: 200, text: '' };
  },
};
/** What waits is looked at. */
export const look = (by: string): Step =>
  step(by, 'GET /api/exchange-requests/:id/approval', ofRequest('request'));

export const rules = (mode: RestMode, limits = {}): string =>
  JSON.stringify({ mode, limits: { ...defaultRestLimits, ...limits } });

const duties: Record<string, RosterDuty> = {
  E: { workLocation: 'sede', startTime: '06:00', endTime: '14:00' },
  L: { workLocation: 'sede', startTime: '14:00', endTime: '22:00' },
};
const rosterOf =
  (letters: Record<string, string>) =>
  ({ people }: World): { body: Roster } => {
    const daysOf = (line: string) =>
      line
        .split('')
        .flatMap((letter, place) =>
          letter === '.' ? [] : [{ day: dayAt(place), duty: duties[letter] ?? null }],
        );
    const rows = Object.entries(letters).map(([name, line]) => ({
      userId: people[name]?.id ?? '',
      days: daysOf(line),
    }));
    return { body: { title: 'dicembre', days: { from: dayAt(0), to: dayAt(6) }, people: rows } };
  };
const preview = (letters: Record<string, string>): Step =>
  step('lara', 'POST /api/rosters/preview', rosterOf(letters));
const previewed = (letters: Record<string, string>, as: string): Step[] => [
  preview(letters),
  step('lara', 'POST /api/rosters', rosterOf(letters), as),
  step('lara', 'GET /api/rosters', () => ({})),
  preview(letters),
  step('lara', 'POST /api/rosters', rosterOf(letters), `${as} again`),
];
const undo = (as: string): Step => step('lara', 'DELETE /api/rosters/:id', ofRequest(as));

const first = { giulia: '--EEE-E', marco: '--EE---' };
const second = { giulia: '--LL-EE', marco: '--E-L--' };
/** Two rosters, each looked at before and after it is loaded, and both taken back. */
export const rosterSteps = [
  ...previewed(first, 'first'),
  ...previewed(second, 'second'),
  undo('second'),
  preview(second),
  undo('first'),
  preview(first),
];
