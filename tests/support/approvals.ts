import sql from 'sql-template-tag';
import type { UserDraft } from '../../db/builders.ts';
import type { ApprovalMode } from '../../src/domain/worksites/swapPolicy.ts';
import { idOf } from './caller.ts';
import type { TestServer } from './server.ts';
import { pair } from './swaps.ts';

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

export type Waiting = Awaited<ReturnType<typeof offeredForApproval>>;

/** Giulia works early, Marco late; she has published, he has pre-accepted, and every swap of theirs has to be approved. */
export async function offeredForApproval(server: TestServer, draft: UserDraft = {}) {
  const { giulia, marco, worksiteId } = await pair(server, { giulia: draft });
  const approver = { firstName: 'Anna', mayApproveSwaps: true, contractHours: 4 };
  const anna = await server.signIn({ worksiteId, ...approver });
  await setApproval(server, worksiteId, 'sempre');
  const requestId = await giulia.publishedId(giulia.shiftId, { message: 'Ho una visita' });
  await marco.offer(requestId);
  return { giulia, marco, anna, worksiteId, requestId };
}

/** The same, and she has confirmed. */
export async function awaiting(server: TestServer, draft: UserDraft = {}): Promise<Waiting> {
  const offered = await offeredForApproval(server, draft);
  await idOf(offered.giulia.confirm(offered.requestId, offered.marco.id));
  return offered;
}
