import { AsyncLocalStorage } from 'node:async_hooks';
import sql from 'sql-template-tag';
import { idSchema } from '../../../domain/text.ts';
import { insertAudit } from '../audit.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/database.ts';
import type { SignedIn } from '../session/session.ts';
import type { App } from './app.ts';

interface RecordedCall {
  signedIn: SignedIn;
  /** Method and pattern, `PATCH /api/shifts/:id`. */
  name: string;
  targetId: string | null;
}

interface Change {
  table: string;
  before?: object;
  after?: object;
  /** Personal columns that changed; their values are never audited. */
  personal?: string[];
}

const calls = new AsyncLocalStorage<RecordedCall>();
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Makes an impersonating CEO's writes known to `recordingDatabase`. */
export function recordCalls(app: App): void {
  // after the body was read: its events run in their own context
  app.addHook('preHandler', (request, _reply, done) => {
    const { signedIn, routeOptions, params } = request;
    // entering and leaving are audited separately
    const isRecorded = signedIn?.isImpersonating && routeOptions.config.access !== 'ceo-session';
    if (!isRecorded || reading.has(request.method)) return done();
    const { id } = params as { id?: string };
    const targetId = idSchema.safeParse(id).data ?? null;
    calls.run({ signedIn, name: `${request.method} ${routeOptions.url}`, targetId }, done);
  });
}

/**
 * A database whose transactions, while a CEO impersonates somebody, end with an audit entry: the call, both names,
 * every changed row before and after. In the same transaction: nothing is written without its entry.
 */
export const recordingDatabase = (database: Database, clock: Clock): Database => ({
  many: (statement) => database.many(statement),
  maybeOne: (statement) => database.maybeOne(statement),
  one: (statement) => database.one(statement),
  run: (statement) => database.run(statement),
  listen: (...listening) => database.listen(...listening),
  load: () => database.load(),
  close: () => database.close(),
  transaction: (work) => {
    const call = calls.getStore();
    return call ? database.transaction((tx) => record(tx, clock, call, work)) : database.transaction(work);
  },
});

async function record<Result>(
  tx: Transaction,
  clock: Clock,
  { signedIn, name, targetId }: RecordedCall,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  await tx.run(sql`select set_config('turnario.is_recorded', 'on', true)`);
  const result = await work(tx);
  const { collected } = await tx.one<{ collected: string | null }>(sql`
    select current_setting('turnario.changes', true) as collected`);
  const changes = collected ? (JSON.parse(collected) as Change[]) : [];
  await insertAudit(tx, {
    at: clock.now(),
    signedIn,
    worksiteId: signedIn.user.worksiteId,
    action: 'impersonated_write',
    targetType: name,
    targetId,
    before: changes.flatMap(({ table, before }) => (before ? [{ table, ...before }] : [])),
    after: changes.flatMap(({ table, after, personal }) => (after ? [{ table, ...after, personal }] : [])),
  });
  return result;
}
