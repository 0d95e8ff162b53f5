import sql from 'sql-template-tag';
import type { UserDraft } from '../../db/builders.ts';
import type { ApprovalAnswer, SwapApproval } from '../../src/domain/exchanges/schema.approval.ts';
import type { ApprovalMode } from '../../src/domain/worksites/swapPolicy.ts';
import type { Answer, Caller } from './caller.ts';
import type { SignedInCaller, TestServer } from './server.ts';
import { confirm, done, offer, type OnDuty, pair, publishedId } from './swaps.ts';

// Swaps that wait for approval.

/** Which swaps of a worksite wait, and until how many hours before the first shift. */
export async function setApproval(
  { database }: TestServer,
  worksiteId: string,
  mode: ApprovalMode,
  cutoffHours = 0,
): Promise<void> {
  await database.run(sql`
    update worksites set swap_approval = ${mode}, swap_cutoff_hours = ${cutoffHours} where id = ${worksiteId}`);
}

/** @param version of what they looked at */
export const approve = (
  person: Caller,
  requestId: string,
  version?: string,
): Promise<Answer<ApprovalAnswer>> =>
  person.call('POST /api/exchange-requests/:id/approve', {
    params: { id: requestId },
    body: version === undefined ? undefined : { version },
  });

export const refuseApproval = (
  person: Caller,
  requestId: string,
  { reason = 'Quel giorno serve Giulia', version }: { reason?: string; version?: string } = {},
): Promise<Answer<ApprovalAnswer>> =>
  person.call('POST /api/exchange-requests/:id/refuse-approval', {
    params: { id: requestId },
    body: { reason, ...(version !== undefined && { version }) },
  });

export const readApproval = (person: Caller, requestId: string): Promise<Answer<SwapApproval>> =>
  person.call('GET /api/exchange-requests/:id/approval', { params: { id: requestId } });

/** The requests that wait for somebody. */
export async function awaitedOf(person: Caller): Promise<string[]> {
  const { approvals, total } = await person.ask('GET /api/exchange-requests/approvals');
  if (total !== approvals.length) throw new Error(`${total} wait, ${approvals.length} are listed`);
  return approvals.map(({ id }) => id);
}

export interface Waiting {
  giulia: OnDuty;
  marco: OnDuty;
  /** May approve swaps. */
  anna: SignedInCaller;
  worksiteId: string;
  requestId: string;
}

/** Giulia works early, Marco late; she has published, he has pre-accepted, and every swap of theirs has to be approved. */
export async function offeredForApproval(server: TestServer, draft: UserDraft = {}): Promise<Waiting> {
  const { giulia, marco, worksiteId } = await pair(server, { giulia: draft });
  const anna = await server.signIn({
    worksiteId,
    firstName: 'Anna',
    mayApproveSwaps: true,
    contractHours: 4,
  });
  await setApproval(server, worksiteId, 'sempre');
  const requestId = await publishedId(giulia, giulia.shiftId, { message: 'Ho una visita' });
  await offer(marco, requestId);
  return { giulia, marco, anna, worksiteId, requestId };
}

/** The same, and she has confirmed. */
export async function awaiting(server: TestServer, draft: UserDraft = {}): Promise<Waiting> {
  const offered = await offeredForApproval(server, draft);
  await done(confirm(offered.giulia, offered.requestId, offered.marco.id));
  return offered;
}
