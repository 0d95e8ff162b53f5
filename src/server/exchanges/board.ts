import type { Instant } from '../../domain/calendar/day.ts';
import type { Board } from '../../domain/exchanges/board.ts';
import { heldIdsOf, type Viewer } from '../../domain/exchanges/judging.ts';
import {
  daysOfPeriod,
  type ExchangeFacts,
  type HeldEntry,
  judgedRange,
  type SwapTerms,
  weeksOf,
} from '../../domain/exchanges/request.ts';
import type { Candidate, Participant } from '../../domain/exchanges/rules.ts';
import { type Taker, takersOf } from '../../domain/exchanges/takers.ts';
import type { AppContext, Boards } from '../platform/context.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { SignedIn } from '../platform/session/session.ts';
import { listColleagues, participantOf, type PersonRow } from './queries.people.ts';
import { findOwnEntries, findRevision, listOpenRequests, listReservedRequests } from './queries.requests.ts';

/** How many worksites are cached at most. */
const mostBoards = 20;

async function loadBoard(database: Database, worksiteId: string): Promise<Board> {
  // read before the requests: a change in between is picked up by the next call
  const { revision } = await findRevision(database, worksiteId);
  const requests = await listOpenRequests(database, worksiteId);
  const ranges = requests.map(judgedRange);
  const from = ranges.map((range) => range.from).toSorted()[0] ?? '2000-01-01';
  const to =
    ranges
      .map((range) => range.to)
      .toSorted()
      .at(-1) ?? '2000-01-01';
  return {
    revision,
    open: new Map(requests.map((request) => [request.id, request])),
    heldIds: heldIdsOf(requests),
    range: { from, to },
  };
}

/** The boards of one process. */
export function createBoards(database: Database): Boards {
  const boards = new Map<string, Promise<Board>>();

  function renew(worksiteId: string): Promise<Board> {
    const loading = loadBoard(database, worksiteId);
    boards.delete(worksiteId);
    boards.set(worksiteId, loading);
    const [oldest] = boards.keys();
    if (boards.size > mostBoards && oldest !== undefined) boards.delete(oldest);
    loading.catch(() => {
      if (boards.get(worksiteId) === loading) boards.delete(worksiteId);
    });
    return loading;
  }

  const beside: Boards['beside'] = async (worksiteId, read) => {
    for (let needed = 0; ;) {
      const known = boards.get(worksiteId) ?? renew(worksiteId);
      const board = await known;
      const found = await read(board);
      needed ||= found.revision;
      if (board.revision >= needed) return { board, read: found };
      // only the caller that found it stale renews it; the others await the same renewal
      if (boards.get(worksiteId) === known) void renew(worksiteId);
    }
  };

  return {
    beside,
    listFor: async ({ worksiteId, role }) => {
      if (role === 'admin') return listReservedRequests(database);
      const { board } = await beside(worksiteId, () => findRevision(database, worksiteId));
      return [...board.open.values()];
    },
  };
}

/**
 * The board of the person's worksite, and the person as its viewer, including everything committed before the call.
 * @param others ids of closed requests to load as well
 */
export async function readBoard(
  { database, clock, boards }: AppContext,
  signedIn: SignedIn,
  others: readonly ExchangeFacts[] = [],
): Promise<{ board: Board; viewer: Viewer }> {
  const { user, worksite } = signedIn;
  const days = [...new Set(others.flatMap(daysOfPeriod))];
  const now = clock.now();
  const { board, read } = await boards.beside(worksite.id, ({ range }) =>
    findOwnEntries(database, user, range, days),
  );
  return { board, viewer: viewerOf(signedIn, read.entries, board.heldIds, now) };
}

/** Like `readBoard`, for one request and the open ones about its days. */
export async function readAround(
  { database, clock }: AppContext,
  signedIn: SignedIn,
  request: ExchangeFacts,
): Promise<{ open: ExchangeFacts[]; viewer: Viewer }> {
  const days = daysOfPeriod(request);
  const open = await listOpenRequests(database, signedIn.worksite.id, days);
  const { entries } = await findOwnEntries(database, signedIn.user, judgedRange(request), days);
  return { open, viewer: viewerOf(signedIn, entries, heldIdsOf(open), clock.now()) };
}

function viewerOf(
  { user, worksite: { variant, swapPolicy } }: SignedIn,
  entries: HeldEntry[],
  heldIds: ReadonlySet<string>,
  now: Instant,
): Viewer {
  return { person: { ...user, variant, cutoffHours: swapPolicy.cutoffHours }, entries, now, heldIds };
}

/** A person of the worksite with their entries on the days of a request. */
export interface Colleague extends Candidate {
  person: PersonRow & Participant;
}

/** The colleagues who could take a request now, by `takersOf`. */
export async function listTakers(
  database: Queryable,
  request: SwapTerms,
  now: Instant,
): Promise<Taker<Colleague>[]> {
  // only taxi worksites swap weeks
  const variant = weeksOf(request) ? 'taxi' : 'standard';
  const { requesterId: id, worksiteId, requesterContractHours: contractHours, requesterRole: role } = request;
  const requester = { id, worksiteId, contractHours, role };
  const rows = await listColleagues(database, requester, variant, daysOfPeriod(request));
  const colleagues = rows.map(({ entries, ...person }) => ({
    person: participantOf(person, variant),
    entries,
  }));
  return takersOf(request, colleagues, now);
}
