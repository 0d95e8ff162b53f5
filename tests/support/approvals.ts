import sql from 'sql-template-tag';
import type { UserDraft } from '../../db/builders.ts';
import type { ApprovalMode } from '../../src/domain/worksites/swapPolicy.ts';
import { type Caller, callOn } from './caller.ts';
import type { TestServer } from './server.ts';
import { confirm, idOf, offer, pair, publishedId } from './swaps.ts';

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

const sendApproval = callOn('POST /api/exchange-requests/:id/approve');
const sendRefusal = callOn('POST /api/exchange-requests/:id/refuse-approval');
export const readApproval = callOn('GET /api/exchange-requests/:id/approval');

/** @param version of what they looked at */
export const approve = (person: Caller, id: string, version?: string) =>
  sendApproval(person, id, version === undefined ? undefined : { version });

export const refuseApproval = (
  person: Caller,
  id: string,
  { reason = 'Quel giorno serve Giulia', ...rest }: { reason?: string; version?: string } = {},
) => sendRefusal(person, id, { reason, ...rest });

/** The requests that wait for somebody. */
export async function awaitedOf(person: Caller): Promise<string[]> {
  const { approvals, total } = await person.ask('GET /api/exchange-requests/approvals');
  if (total !== approvals.length) throw new Error(`${total} wait, ${approvals.length} are listed`);
  return approvals.map(({ id }) => id);
}

export type Waiting = Awaited<ReturnType<typeof offeredForApproval>>;

/** Giulia works early, Marco late; she has published, he has pre-accepted, and every swap of theirs has to be approved. */
export async function offeredForApproval(server: TestServer, draft: UserDraft = {}) {
  const { giulia, marco, worksiteId } = await pair(server, { giulia: draft });
  const approver = { firstName: 'Anna', mayApproveSwaps: true, contractHours: 4 };
  const anna = await server.signIn({ worksiteId, ...approver });
  await setApproval(server, worksiteId, 'sempre');
  const requestId = await publishedId(giulia, giulia.shiftId, { message: 'Ho una visita' });
  await offer(marco, requestId);
  return { giulia, marco, anna, worksiteId, requestId };
}

/** The same, and she has confirmed. */
export async function awaiting(server: TestServer, draft: UserDraft = {}): Promise<Waiting> {
  const offered = await offeredForApproval(server, draft);
  await idOf(confirm(offered.giulia, offered.requestId, offered.marco.id));
  return offered;
}
