import sql, { join, raw } from 'sql-template-tag';
import { buildSession, buildShift, buildWorksite } from '../../../db/builders.ts';
import type { Database } from '../../../src/server/platform/database/database.ts';
import { setApproval } from '../approvals.ts';
import type { Caller } from '../caller.ts';
import { subscription } from '../pushService.ts';
import type { TestServer } from '../server.ts';
import { confirm, early, late, offer, publishedId, signInOnDuty, swap } from '../swaps.ts';
import {
  type Driver,
  nextWeek,
  openTaxiWorksite,
  publishHolidays,
  publishWeek,
  signInDriver,
} from '../taxi.ts';
import { htmlTexts } from './texts.ts';
import { fuzzPassword, idKinds, type Pool } from './values.ts';

export const fuzzCallers = [
  'nobody',
  'worker',
  'colleague',
  'driver',
  'reviewer',
  'approver',
  'admin',
  'ceo',
  'ceo as worker',
] as const;
export type FuzzCaller = (typeof fuzzCallers)[number];

/** People and rows that calls may do anything to. */
export interface FuzzWorld {
  /** Null: signed out. */
  callers: Record<FuzzCaller, { id: string; token: string | null; acting?: string | null } | null>;
  worksiteIds: string[];
}

/**
 * A worksite, a taxi worksite and one that nothing stands on, with requests of every kind, an offer, a completed swap, a
 * code and all that follows of them; names and messages hold HTML.
 */
export async function buildFuzzWorld(server: TestServer, number: number): Promise<FuzzWorld> {
  const { context } = server;
  const [script, image] = htmlTexts as [string, string];
  const accessCode = `CODICE-FUZZ-${number}`;
  const worksite = await buildWorksite(context, { accessCode, name: `${script} ${number}` });
  const taxiId = await openTaxiWorksite(server);
  const spare = await buildWorksite(context);
  const draft = { worksiteId: worksite.id, passwordHash: await context.passwords.hash(fuzzPassword) };

  const named = { ...draft, firstName: image, lastName: script };
  const worker = await signInOnDuty(server, early, { ...named, mayLoadShifts: true });
  const colleague = await signInOnDuty(server, late, { ...draft, lastName: "D'Amico; --" });
  await swap(worker, colleague);
  const shifts: string[] = [];
  for (const day of ['2026-11-21', '2026-11-23', '2026-11-28', '2026-12-05']) {
    shifts.push(await buildShift(context, worker, day, early));
    await buildShift(context, colleague, day, late);
  }
  const wish = { requestedDate: '2026-11-21', message: `${script}\n${image}` };
  await offer(colleague, await publishedId(worker, shifts[0] ?? '', wish));
  await publishedId(worker, shifts[1] ?? '', { requestedDate: '2026-11-23' });
  // one waits for approval; the next confirmations will, too
  const awaited = await publishedId(worker, shifts[2] ?? '', { requestedDate: '2026-11-28' });
  await offer(colleague, awaited);
  await setApproval(server, worksite.id, 'sempre');
  await confirm(worker, awaited);
  await worker.call('POST /api/operations', { body: { type: 'Case', code: '12345', description: script } });
  await buildPlans(worker, colleague.id, script);

  const driver = await buildDrivers(server, taxiId, draft.passwordHash);
  // of a worksite of their own, which no call names: nobody removes the only CEO
  const ceo = await server.signInCeo();
  const entering = await server.signInCeo();
  const entered = await entering.call('POST /api/ceo/impersonate/:id', { params: { id: worker.id } });
  const callers = {
    nobody: null,
    worker,
    colleague,
    driver,
    reviewer: await server.signIn({ ...draft, mayReviewCodes: true }),
    approver: await server.signIn({ ...draft, mayApproveSwaps: true }),
    admin: await server.signIn({ ...draft, role: 'admin' }),
    ceo,
    'ceo as worker': { id: worker.id, token: entering.token, acting: entered.cookies[0]?.value ?? null },
  };
  return { callers, worksiteIds: [worksite.id, taxiId, spare.id] };
}

/** A device, entries recorded at once, a rotation and a roster. */
async function buildPlans(worker: Caller, colleagueId: string, script: string): Promise<void> {
  await worker.call('PUT /api/push/device', { body: subscription(colleagueId) });
  const rest = { workLocation: 'libero' } as const;
  await worker.ask('POST /api/shifts/bulk', { body: { shifts: [{ date: '2026-12-08', ...rest }] } });
  await worker.ask('POST /api/shift-patterns', {
    body: { name: script, steps: [{ duty: rest, days: 2 }], startsOn: '2026-12-08' },
  });
  const day = '2026-12-09';
  const duty = { workLocation: 'sede', startTime: '06:00', endTime: '14:00' } as const;
  const days = [{ day, duty }];
  const people = [{ userId: colleagueId, days }];
  const roster = { title: script, days: { from: day, to: day }, people, unclaimed: [{ name: script, days }] };
  await worker.ask('POST /api/rosters', { body: roster });
}

/** Two drivers with a weekly request and one of holidays. */
async function buildDrivers(server: TestServer, worksiteId: string, passwordHash: string): Promise<Driver> {
  const signIn = (first: string, second: string, third: string): Promise<Driver> => {
    const weeks = { [nextWeek]: first, '2026-11-28': second, '2026-12-05': third };
    return signInDriver(server, weeks, { worksiteId, passwordHash });
  };
  const driver = await signIn('MMMMMrr', 'fffffff', 'PPPPPrr');
  const other = await signIn('NNNNNrr', 'PPPPPrr', 'fffffff');
  await publishWeek(driver, nextWeek);
  await publishHolidays(other, '2026-12-05', '2026-11-28');
  return driver;
}

/** Lets a person whose session a call has ended in again, unless they are shut out. */
export async function renewSession(server: TestServer, world: FuzzWorld, caller: FuzzCaller): Promise<void> {
  const person = world.callers[caller];
  if (!person) return;
  const { id } = person;
  const entered = await buildSession(server.context, { id }).catch(() => null);
  if (entered) world.callers[caller] = { id, token: entered.token };
}

/** Whose a row is, and in which worksite it stands. */
const ofUser = '(select u.worksite_id from users u where u.id = t.user_id)';
const placeOf: Record<(typeof idKinds)[number], [owner: string, worksite: string]> = {
  users: ['id', 'worksite_id'],
  worksites: ['null', 'id'],
  sessions: ['user_id', ofUser],
  shifts: ['user_id', 'worksite_id'],
  shift_batches: ['user_id', ofUser],
  shift_patterns: ['user_id', ofUser],
  rosters: ['loader_id', 'worksite_id'],
  unclaimed_people: ['null', 'worksite_id'],
  exchange_requests: ['requester_id', 'worksite_id'],
  completed_swaps: ['requester_id', 'worksite_id'],
  notifications: ['user_id', ofUser],
  push_devices: ['user_id', ofUser],
  operation_codes: ['user_id', 'worksite_id'],
  mail_outbox: ['null', '(select c.worksite_id from completed_swaps c where c.id = t.swap_id)'],
};

/** Some of what stands in the world at this moment, for somebody who calls. */
export async function readPool(database: Database, world: FuzzWorld, caller: FuzzCaller): Promise<Pool> {
  const callerId = world.callers[caller]?.id ?? null;
  const listed = idKinds.map((kind) => {
    const [owner, worksite] = placeOf[kind];
    return sql`(select ${kind}::text as kind, t.id::text as id, ${raw(owner)}::uuid is not distinct from ${callerId}::uuid as "isOwn"
      from ${raw(kind)} t where ${raw(worksite)} = any(${world.worksiteIds}::uuid[]) order by 3 desc, t.id limit 16)`;
  });
  const rows = await database.many<{ kind: string; id: string; isOwn: boolean }>(join(listed, ' union all '));
  const people = await database.many<{ email: string }>(sql`
    select email from users where worksite_id = any(${world.worksiteIds}::uuid[]) limit 12`);
  const worksites = await database.many<Pool['worksites'][number]>(sql`
    select id, name, access_code as "accessCode" from worksites where id = any(${world.worksiteIds}::uuid[])`);
  const ownShifts = await database.many<Pool['ownShifts'][number]>(sql`
    select id, day::text as day from shifts
    where user_id = ${callerId} and day > '2026-11-16' and work_location in ('sede', 'smart_working') limit 12`);
  const idsOf = (kept: typeof rows) =>
    Object.fromEntries(
      idKinds.map((kind) => [kind, kept.filter((row) => row.kind === kind).map(({ id }) => id)]),
    ) as Pool['ids'];
  return {
    ids: idsOf(rows),
    ownIds: idsOf(rows.filter(({ isOwn }) => isOwn)),
    emails: people.map(({ email }) => email),
    worksites,
    ownShifts,
  };
}

/** A worksite that no call names, and all its rows as text: they must stay as they are. */
export async function buildBystanders(server: TestServer): Promise<() => Promise<string>> {
  const anna = await signInOnDuty(server, early, {});
  const bruno = await signInOnDuty(server, late, { worksiteId: anna.worksiteId });
  await offer(bruno, await publishedId(anna, anna.shiftId, { message: 'Grazie!' }));
  const tables = ['users', 'shifts', 'exchange_requests', 'notifications', 'sessions', 'worksites'] as const;
  const listed = tables.map(
    (table) => sql`
      select to_jsonb(t)::text as line from ${raw(table)} t
      where ${raw(placeOf[table][1])} = ${anna.worksiteId}`,
  );
  return async () => {
    const rows = await server.database.many<{ line: string }>(join(listed, ' union all '));
    return rows
      .map(({ line }) => line)
      .toSorted()
      .join('\n');
  };
}
