import sql from 'sql-template-tag';
import { buildWorksite } from '../../db/builders.ts';
import { unsubscribeUrl } from '../../src/server/mail/unsubscribing.ts';
import { setApproval } from './approvals.ts';
import type { Caller } from './caller.ts';
import { entered, review } from './operations.ts';
import { subscription } from './pushService.ts';
import { rosterOf, unclaimedOf } from './rosters.ts';
import type { TestServer } from './server.ts';
import { confirm, notificationsOf, offer, pair, publishedId, readCompleted, swap } from './swaps.ts';

// What calls are about: something of Giulia's, an operatore, made for one call.

export const password = 'Turnario!2026';
export const accessCode = 'CODICE-MATRICE';

/** Giulia and Marco, a colleague who could take her shift. */
export async function buildWorld(server: TestServer, passwordHash: string) {
  const worksite = await buildWorksite(server.context, { accessCode });
  const draft = { worksiteId: worksite.id, passwordHash };
  return { server, worksite, ...(await pair(server, { giulia: draft })) };
}

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Kinds of people that call, in the order of the table in `routeCalls.ts`. */
export const callers = [
  'nobody',
  'Giulia',
  'team_leader',
  'reviewer',
  'approver',
  'admin',
  'CEO',
  'CEO as Giulia',
  'inactive',
  'stranger',
] as const;

export async function callerFor(
  kind: (typeof callers)[number],
  { server, worksite, giulia }: World,
  passwordHash: string,
): Promise<Caller> {
  const draft = { worksiteId: worksite.id, passwordHash };
  switch (kind) {
    case 'nobody':
      return server.nobody;
    case 'Giulia':
      return giulia;
    case 'team_leader':
      return server.signIn({ ...draft, role: 'team_leader' });
    case 'reviewer':
      return server.signIn({ ...draft, mayReviewCodes: true });
    case 'approver':
      return server.signIn({ ...draft, mayApproveSwaps: true });
    case 'admin':
      return server.signIn({ role: 'admin', passwordHash });
    case 'CEO':
      return server.signInCeo();
    case 'CEO as Giulia':
      return server.enterAccount(giulia);
    case 'inactive': {
      const person = await server.signIn(draft);
      await server.context.database.run(sql`update users set is_active = false where id = ${person.id}`);
      return person;
    }
    case 'stranger':
      return server.signIn({ passwordHash });
  }
}

/** What a call is about: what stands in its address for `:id`, what follows there, and what is sent. */
export type Target = { id?: string | null | undefined; query?: string; body?: object };
export type About = (world: World) => Target | Promise<Target>;
export const day = '2026-11-20';
export const month = `from=${day}&to=${day}`;
export const shift = {
  date: '2026-11-27',
  workLocation: 'sede',
  startTime: '06:00',
  endTime: '14:00',
} as const;
const steps = [{ duty: { workLocation: 'libero' as const }, days: 1 }];
export const rotation = { name: 'La mia', steps, startsOn: '2026-11-23' };
export const account = { firstName: 'Giulia', lastName: 'Ferri', contractHours: 8, accessCode };
export const wish = { requestedShiftType: 'pomeriggio', requestedDate: day } as const;
export const mailServer = {
  account: 'invio@turnario.example',
  password: 'x',
  host: '127.0.0.1',
  port: 9,
  isTls: false,
};
export const quiet = { subjectsOff: [], quietFrom: '22:00', quietTo: '07:00', showsDetails: false };

export const sending =
  (body: object): About =>
  () => ({ body });
export const asking =
  (query: string): About =>
  () => ({ query });
export const aboutGiulia =
  (body?: object): About =>
  (world) => ({ id: world.giulia.id, ...(body && { body }) });
export const site =
  (body?: object): About =>
  (world) => ({ id: world.worksite.id, ...(body && { body }) });
export const siteQuery =
  (query = ''): About =>
  (world) => ({ query: `worksiteId=${world.worksite.id}${query}` });
export const ofOwnShift: About = (world) => ({ query: `offeredShiftId=${world.giulia.shiftId}` });

/** The address in a mail of hers. */
export const unsubscribing: About = ({ server, giulia: { id } }) => ({
  query: new URL(unsubscribeUrl(server.context.settings, id, ['offers'])).search.slice(1),
});
export const invitation: About = async ({ server, worksite: { id } }) => {
  const ceo = await server.signInCeo();
  const { url } = await ceo.ask('POST /api/ceo/worksites/:id/invitations', { params: { id }, body: {} });
  return { body: { token: new URL(url).hash.slice(1) } };
};
export const device: About = async (world) => {
  await world.giulia.call('PUT /api/push/device', { body: subscription(crypto.randomUUID()) });
  return { id: (await world.giulia.ask('GET /api/push')).devices[0]?.id };
};
export const batch: About = async ({ giulia }) => ({
  id: (await giulia.ask('POST /api/shifts/bulk', { body: { shifts: [shift] } })).id,
});
export const rotationKept: About = async ({ giulia }) => ({
  id: (await giulia.ask('POST /api/shift-patterns', { body: rotation })).id,
});

export const roster = ({ giulia, worksite }: World) => ({
  body: { worksiteId: worksite.id, ...rosterOf([[giulia, 'E']]) },
});
export const loadedRoster: About = async (world) => ({
  id: (await (await world.server.signInCeo()).ask('POST /api/rosters', roster(world))).id,
});
/** Somebody of a roster without an account. */
export const unclaimed: About = async (world) => {
  const { id: worksiteId } = world.worksite;
  const ceo = await world.server.signInCeo();
  const body = { worksiteId, ...rosterOf([], unclaimedOf(['ROSSI M.', 'E'])) };
  await ceo.ask('POST /api/rosters', { body });
  const { waiting } = await ceo.ask('GET /api/rosters/unclaimed', { query: { worksiteId } });
  return { id: waiting[0]?.id, body: { userId: world.giulia.id } };
};

export const request = async ({ giulia }: World) => ({ id: await publishedId(giulia, giulia.shiftId) });
export const changedRequest: About = async (world) => ({
  ...(await request(world)),
  body: { ...wish, offeredShiftId: world.giulia.shiftId },
});
export const offered = async (world: World) => {
  const { id } = await request(world);
  await offer(world.marco, id);
  return { id, body: { accepterUserId: world.marco.id } };
};
export const waiting =
  (body?: object): About =>
  async (world) => {
    await setApproval(world.server, world.worksite.id, 'sempre');
    const { id } = await offered(world);
    await confirm(world.giulia, id);
    return { id, ...(body && { body }) };
  };
export const completed: About = async ({ giulia, marco }) => {
  await swap(giulia, marco);
  return { id: (await readCompleted(giulia)).swaps[0]?.id };
};
export const news: About = async (world) => {
  await offered(world);
  return { id: (await notificationsOf(world.giulia))[0]?.id };
};

export const code =
  (body?: object): About =>
  async ({ giulia }) => ({ id: await entered(giulia), ...(body && { body }) });
export const reviewedCode: About = async (world) => {
  const id = await entered(world.giulia);
  await review(await world.server.signInCeo(), id, 'approved');
  return { id, body: { status: 'pending' } };
};
