import sql from 'sql-template-tag';
import { buildWorksite } from '../../../db/builders.ts';
import type { Caller } from '../../support/caller.ts';
import type { TestServer } from '../../support/server.ts';
import { pair } from '../../support/swaps.ts';

export const password = 'Turnario!2026';
export const accessCode = 'CODICE-MATRICE';

/** Giulia, an operatore and owner of the objects, and Marco, a colleague who could take her shift. */
export async function buildWorld(server: TestServer, passwordHash: string) {
  const worksite = await buildWorksite(server.context, { accessCode });
  const draft = { worksiteId: worksite.id, passwordHash };
  return { server, worksite, passwordHash, ...(await pair(server, { giulia: draft })) };
}

export type World = Awaited<ReturnType<typeof buildWorld>>;

const colleague =
  (draft: object) =>
  ({ server, worksite, passwordHash }: World): Promise<Caller> =>
    server.signIn({ worksiteId: worksite.id, passwordHash, ...draft });

const signedInAs: Record<string, (world: World) => Caller | Promise<Caller>> = {
  nobody: ({ server }) => server.nobody,
  Giulia: ({ giulia }) => giulia,
  team_leader: colleague({ role: 'team_leader' }),
  reviewer: colleague({ mayReviewCodes: true }),
  approver: colleague({ mayApproveSwaps: true }),
  admin: ({ server, passwordHash }) => server.signIn({ role: 'admin', passwordHash }),
  CEO: ({ server }) => server.signInCeo(),
  'CEO as Giulia': ({ server, giulia }) => server.enterAccount(giulia),
  inactive: async ({ server, worksite, passwordHash }) => {
    const person = await server.signIn({ worksiteId: worksite.id, passwordHash });
    await server.database.run(sql`update users set is_active = false where id = ${person.id}`);
    return person;
  },
  stranger: ({ server, passwordHash }) => server.signIn({ passwordHash }),
};

/** Kinds of callers, in the order of the columns. */
export const callers = Object.keys(signedInAs);
export const callerFor = async (kind: string, world: World): Promise<Caller> =>
  (await signedInAs[kind]?.(world)) ?? world.server.nobody;

/** What a call is about: its `:id`, query string and body. */
export type Target = { id?: string | null | undefined; query?: string; body?: object | undefined };
type About = (world: World) => Target | Promise<Target>;
/** The expected status for each of `callers`, and the call's target; without one the call has no input. */
export type RouteCall = [statuses: string, about?: About];

const owner = '401 200 404 404 404 404 404 200 401 404';
const ownerInPerson = '401 200 404 404 404 404 404 403 401 404';

/** Expected statuses in the order of `callers`. */
export const by = {
  everybody: '200 200 200 200 200 200 200 200 200 200',
  /** Every signed-in person. */
  signedIn: '401 200 200 200 200 200 200 200 401 200',
  /** Every signed-in person, but not a CEO acting as somebody. */
  inPerson: '401 200 200 200 200 200 200 403 401 200',
  /** People with a calendar: administrators have none. */
  withCalendar: '401 201 201 201 201 403 403 201 401 201',
  /** The owner, and a CEO acting as the owner; others get 404. */
  owner,
  ownerInPerson,
  ownAccount: owner.replaceAll('404', '403'),
  ownAccountInPerson: ownerInPerson.replaceAll('404', '403'),
  anyMate: '401 200 200 200 200 404 404 200 401 404',
  requester: '401 200 403 403 403 404 404 200 401 404',
  reviewers: '401 403 403 200 403 403 200 403 401 403',
  /** Administrators are not approvers; the CEO is one for every worksite. */
  approvers: '401 403 403 403 200 403 200 403 401 403',
  anyAdmin: '401 403 403 403 403 200 200 403 401 403',
  ceo: '401 403 403 403 403 403 200 403 401 403',
};
/** The same with another success status. */
export const as = (status: number, statuses: string): string => statuses.replaceAll('200', String(status));

export const sending =
  (body: object): About =>
  () => ({ body });
export const asking =
  (query: string): About =>
  () => ({ query });
export const aboutGiulia =
  (body?: object): About =>
  (world) => ({ id: world.giulia.id, body });
export const site =
  (body?: object): About =>
  (world) => ({ id: world.worksite.id, body });
