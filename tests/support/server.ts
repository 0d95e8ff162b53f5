import { createHash } from 'node:crypto';
import { afterAll, beforeEach } from 'vitest';
import { buildSession, buildUser, type BuiltUser, buildWorksite, type UserDraft } from '../../db/builders.ts';
import type { Instant } from '../../src/domain/calendar/day.ts';
import { buildApp } from '../../src/server/app.ts';
/**
 * A whole server for tests: `buildApp` on its own database, called through `inject`, with a clock that only moves when
 * told to.
 *
 *     const server = await testServer();      // for a test file; startTestServer for an additional one
 *     const giulia = await server.signIn({ contractHours: 8 });        // an account, signed in
 *     const answer = await giulia.call('POST /api/shifts', { body: { date: '2026-11-20', … } });
 *     answer.outcome ('409 shift_day_taken'), answer.body.id, answer.refusal.message, answer.headers, answer.cookies
 *     await giulia.publishedId(shiftId), await marco.offer(id)    // common actions by name: caller.ts
 *     await giulia.ask('GET /api/shifts'), await server.nobody.statusOf('GET /api/shifts')   // only the body or status
 *     server.clock.advance(60);   // seconds; sessions last 12 hours
 *     await buildShift(server.context, giulia, '2026-11-20');          // inserts rows directly: db/builders.ts
 *
 * `server.logLines` holds the log. `close()` throws if an error was logged, including an unexpected 500;
 * `takeErrors()` removes and returns the errors that a test expects.
 */
import { createBoards } from '../../src/server/exchanges/board.ts';
import { ChildQueue } from '../../src/server/platform/child/childQueue.ts';
import { secondsAfter } from '../../src/server/platform/clock.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { createEventHub } from '../../src/server/platform/events/hub.ts';
import type { App } from '../../src/server/platform/http/app.ts';
import { createLog } from '../../src/server/platform/log.ts';
import { createMetrics } from '../../src/server/platform/metrics/metrics.ts';
import type { PasswordHasher } from '../../src/server/platform/passwordHasher.ts';
import type { SignedIn } from '../../src/server/platform/session/session.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { type Caller, callerOf } from './caller.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Monday, 10:00 in Rome. */
export const testNow: Instant = '2026-11-16T09:00:00.000Z';
const testCeoEmail = 'ceo@turnario.example';
export const testTaxiAccessCode = 'TAXI-PROVA-2026';

export interface SignedInCaller extends Caller, BuiltUser {
  signedIn: SignedIn;
}

export type TestServer = ReturnType<typeof serverOf>;

export interface TestServerOptions {
  now?: Instant;
  /** Settings as environment variables, e.g. `{ PUBLIC_URL: 'https://turni.example.it' }`. */
  env?: Record<string, string>;
  /** Instead of the cheap hasher. */
  passwords?: PasswordHasher;
  /** Instead of a new one; closed with the server. */
  database?: Database;
  /** Adds routes of the test before the server is ready. */
  prepare?: (app: App) => void;
}

/** A server that closes after the test file; each test starts at the same time. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  afterAll(() => server.close());
  beforeEach(() => server.clock.set(options.now ?? testNow));
  return server;
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  // a second server shares a plain Database; `connect` is not used there
  const database = (options.database ?? (await createTestDatabase())) as TestDatabase;
  const clock = createTestClock(options.now ?? testNow);
  const logLines: string[] = [];
  const settings = readSettings({
    NODE_ENV: 'test',
    DEMO: '0',
    PUBLIC_URL: 'http://localhost:3000',
    CEO_EMAILS: testCeoEmail,
    TAXI_ACCESS_CODE: testTaxiAccessCode,
    // only tests of load care how busy the machine is
    MAX_DELAY_MS: '60000',
    // all calls of a test come from one address, without pauses
    PERSON_CALLS_PER_SECOND: '100000',
    STRANGER_CALLS_PER_SECOND: '100000',
    ...options.env,
  });
  const log = createLog({ logLevel: 'info' }, { write: (line) => void logLines.push(line) });
  const context: TestContext = {
    database,
    clock,
    settings,
    log,
    passwords: options.passwords ?? cheapPasswords,
    events: await createEventHub(database),
    metrics: createMetrics(),
    children: new ChildQueue(log),
    boards: createBoards(database),
  };
  const app = await buildApp(context);
  options.prepare?.(app);
  await app.ready();
  return serverOf(app, context, logLines);
}

/** A second process on the same database; close it before the first. */
export const startSecondServer = async ({ database, clock }: TestServer, options: TestServerOptions = {}) =>
  startTestServer({ ...options, database: await database.connect(), now: clock.now() });

interface TestContext extends AppContext {
  database: TestDatabase;
  clock: TestClock;
}

/** @param logLines JSON objects, one per line, of level info and above */
function serverOf(app: App, context: TestContext, logLines: string[]) {
  /** Calls with a session's token and, for a CEO acting in somebody's account, the token of that. */
  const bearing = (token: string | null, acting?: string | null): Caller =>
    callerOf(app, context.settings, token, acting);
  /** Signs in to an existing account. */
  const signInAs = async (person: BuiltUser): Promise<SignedInCaller> => {
    const { signedIn, token } = await buildSession(context, person);
    return { ...person, signedIn, ...bearing(token) };
  };
  /** Removes and returns the errors logged so far. */
  const takeErrors = (): string[] => {
    const errors = logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);
    logLines.splice(0, Infinity, ...logLines.filter((line) => !errors.includes(line)));
    return errors;
  };
  let taxi: Promise<{ id: string }> | null = null;
  let ceo: Promise<BuiltUser> | null = null;
  /** The CEO listed in the settings; created on the first call. */
  const signInCeo = async (): Promise<SignedInCaller> =>
    signInAs(await (ceo ??= buildUser(context, { email: testCeoEmail, role: 'admin' })));
  return {
    app,
    context,
    database: context.database,
    clock: context.clock,
    logLines,
    /** Calls without a session. */
    nobody: bearing(null),
    bearing,
    /** The CEO acting in somebody's account. */
    enterAccount: async ({ id }: { id: string }, by?: Caller): Promise<Caller> => {
      const entering = by ?? (await signInCeo());
      const { status, text, cookies } = await entering.call('POST /api/ceo/impersonate/:id', {
        params: { id },
      });
      if (status !== 200) throw new Error(`impersonate: ${status} ${text}`);
      return bearing(entering.token, cookies[0]?.value);
    },
    /** Creates an account (in its own worksite unless `worksiteId` is given) and a session. */
    signIn: async (draft?: UserDraft) => signInAs(await buildUser(context, draft)),
    signInAs,
    signInCeo,
    /** A taxi worksite, created on the first call. */
    taxiWorksiteId: async (): Promise<string> =>
      (await (taxi ??= buildWorksite(context, { accessCode: testTaxiAccessCode, variant: 'taxi' }))).id,
    /** Listens on a port, for what `inject` cannot do (event streams); returns the address without a trailing slash. */
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    takeErrors,
    close: async (): Promise<void> => {
      // idle keep-alive connections would delay closing
      const cut = setTimeout(() => app.server.closeAllConnections(), 500);
      await app.close();
      clearTimeout(cut);
      await context.events.close();
      await context.database.close();
      const [error] = takeErrors();
      if (error) throw new Error(`the server logged an error: ${error}`);
    },
  };
}

export type TestClock = ReturnType<typeof createTestClock>;

export function createTestClock(start: Instant) {
  let now = start;
  return {
    now: () => now,
    set: (instant: Instant) => void (now = instant),
    advance: (seconds: number) => void (now = secondsAfter(now, seconds)),
    // jumps to the instant instead of waiting
    waitUntil: async (instant: Instant): Promise<void> => void (now = instant > now ? instant : now),
  };
}

const cheapHash = (password: string): string =>
  `prova$${createHash('sha256').update(password).digest('base64')}`;

/** Fast hashes, for tests that are not about passwords. */
export const cheapPasswords: PasswordHasher = {
  hash: async (password) => cheapHash(password),
  verify: async (storedHash, password) => storedHash === cheapHash(password),
};
