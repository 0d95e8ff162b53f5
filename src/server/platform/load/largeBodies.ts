import type { FastifyInstance } from 'fastify';
import type { Callers } from './callers.ts';
import { usualBodyBytes } from './connections.ts';
import { FairQueue } from './fairQueue.ts';
import type { Limits } from './limits.ts';

/** One worksite cannot take all slots. */
const bounds = { mostAtOnce: 4, mostOfGroup: 3, mostOfMember: 1, mostWaiting: 200, mostWaitingOfMember: 20 };
/** The share of the request timeout that a call may spend in the queue. */
const shareOfWait = 2 / 3;

/**
 * Processes large bodies one at a time per person and four in all, from the first byte until the response was sent.
 * Queued ones stay unread, so their data stays with the sender. Call it after the hooks that read the session.
 * @throws RefusalError too_many_attempts, overloaded, from the hook
 */
export function takeTurnsWithBodies(app: FastifyInstance, { requestMs }: Limits, callers: Callers): void {
  const queue = new FairQueue(bounds);
  app.addHook('preParsing', async (request, reply) => {
    const { headers, routeOptions, callUnderWay } = request;
    // without `Content-Length` it may be any size
    const length = Number(headers['content-length'] ?? Infinity);
    if (!callUnderWay || (routeOptions.bodyLimit ?? 0) <= usualBodyBytes || length <= usualBodyBytes) return;
    const leaving = AbortSignal.any([callUnderWay.leaving, AbortSignal.timeout(requestMs * shareOfWait)]);
    const release = await queue.enter(callers.of(request), leaving);
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
  });
}
