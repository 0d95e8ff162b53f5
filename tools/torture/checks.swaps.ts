import sql from 'sql-template-tag';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import type { Operation, Entry } from './journal.ts';

type Made<What extends Operation['what']> = Entry & { operation: Extract<Operation, { what: What }> };

const madeOf = <What extends Operation['what']>(entries: readonly Entry[], ...what: What[]): Made<What>[] =>
  entries.filter((entry): entry is Made<What> => what.some((one) => one === entry.operation.what));

const mayHaveHappened = ({ outcome }: Entry): boolean => outcome === 'done' || outcome === 'unknown';
const isDone = ({ outcome }: Entry): boolean => outcome === 'done';

/** Requests, offers and completions against what was acknowledged, refused and unknown. */
export async function judgeSwaps(database: Queryable, entries: readonly Entry[]): Promise<string[]> {
  return [
    ...(await judgeRequests(database, entries)),
    ...(await judgeOffers(database, entries)),
    ...(await judgeCompletions(database, entries)),
    ...madeOf(entries, 'foreign')
      .filter(isDone)
      .map(
        ({ number, operation }) => `call ${number} was allowed though it is not theirs: ${operation.call}`,
      ),
  ];
}

async function judgeRequests(database: Queryable, entries: readonly Entry[]): Promise<string[]> {
  const rows = await database.many<{ id: string; requesterId: string; mark: string }>(sql`
    select id, requester_id as "requesterId", coalesce(message, '') as mark from exchange_requests`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems: string[] = [];
  const withdrawals = madeOf(entries, 'withdraw');
  const writings = madeOf(entries, 'publish', 'change');
  for (const { number, madeId } of madeOf(entries, 'publish').filter(isDone)) {
    const wasWithdrawn = withdrawals.some(
      (one) => one.operation.requestId === madeId && mayHaveHappened(one),
    );
    if (!byId.has(madeId) && !wasWithdrawn)
      problems.push(`call ${number}: the published request ${madeId} is gone`);
  }
  for (const { number, operation } of withdrawals.filter(isDone)) {
    if (byId.has(operation.requestId))
      problems.push(`call ${number}: the withdrawn request ${operation.requestId} is there`);
  }
  for (const { id, requesterId, mark } of rows) {
    const writing = writings.find((one) => one.operation.mark === mark && one.personId === requesterId);
    if (!writing || !mayHaveHappened(writing))
      problems.push(`request ${id} says '${mark}', which was never accepted`);
    const last = writings.findLast((one) => isDone(one) && one.madeId === id);
    if (last && writing && writing.number < last.number) {
      problems.push(`request ${id} says '${mark}', though call ${last.number} had changed it`);
    }
  }
  return problems;
}

interface OfferRow {
  requestId: string;
  userId: string;
  status: string;
}

async function judgeOffers(database: Queryable, entries: readonly Entry[]): Promise<string[]> {
  const rows = await database.many<OfferRow>(sql`
    select request_id as "requestId", user_id as "userId", status from pre_acceptances`);
  const requests = await database.many<{ id: string }>(sql`select id from exchange_requests`);
  const kept = new Set(requests.map(({ id }) => id));
  const changed = new Set(
    madeOf(entries, 'change')
      .filter(mayHaveHappened)
      .map(({ operation }) => operation.requestId),
  );
  const place = (requestId: string, userId: string): string => `${requestId} ${userId}`;
  const byPlace = new Map(rows.map((row) => [place(row.requestId, row.userId), row.status]));
  const answers = madeOf(entries, 'pre-accept', 'take back', 'reject');
  const problems: string[] = [];
  for (const { requestId, userId, status } of rows) {
    const offers = answers.filter(
      ({ operation, personId }) =>
        operation.what === 'pre-accept' && operation.requestId === requestId && personId === userId,
    );
    if (!offers.some(mayHaveHappened))
      problems.push(`an offer (${status}) on ${requestId} that ${userId} never made`);
  }
  const last = new Map<string, Made<'pre-accept' | 'take back' | 'reject'>>();
  for (const answer of answers) {
    if (mayHaveHappened(answer)) last.set(place(answer.operation.requestId, answer.personId), answer);
  }
  for (const [at, { number, operation, outcome }] of last) {
    // a changed request forgets what was answered to it
    if (outcome !== 'done' || !kept.has(operation.requestId) || changed.has(operation.requestId)) continue;
    const status = byPlace.get(at) ?? 'none';
    const isWrong =
      operation.what === 'pre-accept' ? ['none', 'ritirata'].includes(status) : status === 'offerta';
    if (isWrong)
      problems.push(`call ${number}: ${operation.what} was acknowledged, the offer is '${status}'`);
  }
  return problems;
}

interface CompletionRow {
  requestId: string;
  requesterId: string;
  accepterId: string;
}

async function judgeCompletions(database: Queryable, entries: readonly Entry[]): Promise<string[]> {
  const rows = await database.many<CompletionRow>(sql`
    select request_id as "requestId", requester_id as "requesterId", accepter_id as "accepterId"
    from completed_swaps`);
  const confirms = madeOf(entries, 'confirm');
  const problems: string[] = [];
  const isOf = (row: CompletionRow, { operation, personId }: Made<'confirm'>): boolean =>
    row.requestId === operation.requestId &&
    row.accepterId === operation.accepterId &&
    row.requesterId === personId;
  for (const confirm of confirms.filter(isDone)) {
    const { number, operation } = confirm;
    if (!rows.some((row) => isOf(row, confirm))) {
      problems.push(`call ${number}: the confirmed swap of ${operation.requestId} is gone`);
    }
  }
  for (const row of rows) {
    if (!confirms.some((confirm) => isOf(row, confirm) && mayHaveHappened(confirm))) {
      problems.push(`a swap of ${row.requestId} that nobody confirmed`);
    }
  }
  return problems;
}
