import { equal } from 'node:assert/strict';
import sql from 'sql-template-tag';
import { buildDuty, buildShift, type UserDraft } from '../../db/builders.ts';
import type { Day } from '../../src/domain/calendar/day.ts';
import { type ExchangeRequest, type ExchangeTab, exchangeTabs } from '../../src/domain/exchanges/schema.ts';
import type { Duty } from '../../src/domain/shifts/duty.ts';
import type { ApprovalMode } from '../../src/domain/worksites/swapPolicy.ts';
import { type Caller, idOf } from './caller.ts';
import { swapDay } from './duties.ts';
import type { SignedInCaller, TestServer } from './server.ts';

export const early: Duty = buildDuty('sede', '06:00', '14:00');
export const late: Duty = buildDuty('sede', '14:00', '22:00');

export type OnDuty = Awaited<ReturnType<typeof signInOnDuty>>;

/** Signs in a person, in their own worksite unless the draft names one, with an entry on `day`. */
export async function signInOnDuty(
  server: TestServer,
  duty: Duty,
  draft: UserDraft = {},
  { day = swapDay, notes = null }: { day?: Day; notes?: string | null } = {},
) {
  const person = await server.signIn(draft);
  return Object.assign(person, { shiftId: await buildShift(server.context, person, day, duty, notes) });
}

/** Giulia works early, Marco late, in a worksite of their own unless her draft names one. */
export async function pair(server: TestServer, { giulia: draft }: { giulia?: UserDraft } = {}) {
  const giulia = await signInOnDuty(server, early, { firstName: 'Giulia', lastName: 'Ferri', ...draft });
  const { worksiteId } = giulia;
  const marco = await signInOnDuty(server, late, { firstName: 'Marco', lastName: 'Bianchi', worksiteId });
  return { giulia, marco, worksiteId };
}

/** Like `pair`, and Giulia has published. */
export async function published(...pairing: Parameters<typeof pair>) {
  const people = await pair(...pairing);
  return { ...people, requestId: await people.giulia.publishedId(people.giulia.shiftId) };
}

/** Like `published`, and Marco has pre-accepted. */
export async function offered(...pairing: Parameters<typeof pair>) {
  const request = await published(...pairing);
  await request.marco.offer(request.requestId);
  return request;
}

/** Pre-accepts and confirms a published request; returns its id, throws if refused. */
export async function complete(requester: Caller, accepter: SignedInCaller, requestId: string) {
  await accepter.offer(requestId);
  return idOf(requester.confirm(requestId, accepter.id));
}

/** Publishes, pre-accepts and confirms; returns the request's id. */
export const swap = async (requester: OnDuty, accepter: OnDuty): Promise<string> =>
  complete(requester, accepter, await requester.publishedId(requester.shiftId));

/** Sets which swaps of a worksite need approval, and its cut-off. */
export const setApproval = ({ database }: TestServer, id: string, mode: ApprovalMode, cutoffHours = 0) =>
  database.run(sql`
    update worksites set swap_approval = ${mode}, swap_cutoff_hours = ${cutoffHours} where id = ${id}`);

export type Waiting = Awaited<ReturnType<typeof offeredForApproval>>;

/** Giulia has published, Marco has pre-accepted, and every swap of their worksite needs approval. */
export async function offeredForApproval(server: TestServer, draft: UserDraft = {}) {
  const { giulia, marco, worksiteId } = await pair(server, { giulia: draft });
  const approver = { firstName: 'Anna', mayApproveSwaps: true, contractHours: 4 };
  const anna = await server.signIn({ worksiteId, ...approver });
  await setApproval(server, worksiteId, 'sempre');
  const requestId = await giulia.publishedId(giulia.shiftId, { message: 'Ho una visita' });
  await marco.offer(requestId);
  return { giulia, marco, anna, worksiteId, requestId };
}

/** Like `offeredForApproval`, and Giulia has confirmed. */
export async function awaiting(server: TestServer, draft: UserDraft = {}): Promise<Waiting> {
  const given = await offeredForApproval(server, draft);
  await idOf(given.giulia.confirm(given.requestId, given.marco.id));
  return given;
}

/** Request ids by tab. */
export const emptyTabs = Object.fromEntries(exchangeTabs.map((tab) => [tab, []])) as unknown as Record<
  ExchangeTab,
  string[]
>;

/** Reads every tab page by page; counts and cards must agree. */
export async function readTabs(person: Caller) {
  const members = { ...emptyTabs };
  const cards: ExchangeRequest[] = [];
  for (const tab of exchangeTabs) {
    const found: ExchangeRequest[] = [];
    let cursor: string | null = null;
    do {
      const page = await person.readTab(tab, cursor);
      found.push(...page.requests);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const { counts } = await person.ask('GET /api/exchange-requests/counts');
    equal(counts[tab], found.length);
    for (const card of found) equal(card.tab, tab);
    members[tab] = found.map(({ id }) => id);
    cards.push(...found);
  }
  equal(new Set(cards.map(({ id }) => id)).size, cards.length);
  return { members, cards };
}
