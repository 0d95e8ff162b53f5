import type { FastifyInstance } from 'fastify';
import type { Callers } from './callers.ts';
import { usualBodyBytes } from './connections.ts';
import { FairQueue } from './fairQueue.ts';
import type { Limits } from './limits.ts';

/** A worksite leaves one to the others. */
const bounds = { mostAtOnce: 4, mostOfGroup: 3, mostOfMember: 1, mostWaiting: 200, mostWaitingOfMember: 20 };
/** Of the time in which a call must have arrived, what it may spend in the line. */
const shareOfWait = 2 / 3;

/**
 * Large bodies come one at a time a person and four in all, from their first byte until the answer has left. Others wait
 * their turn unread: what they send stays with the sender. To be called after the hooks that read the session.
 * @throws RefusalError too_many_attempts, overloaded, from the hook
 */
export function takeTurnsWithBodies(app: FastifyInstance, { requestMs }: Limits, callers: Callers): void {
  const queue = new FairQueue(bounds);
  app.addHook('preParsing', async (request, reply) => {
    const { headers, routeOptions, callUnderWay } = request;
    // without an announced length it may be any
    const length = Number(headers['content-length'] ?? Infinity);
    if (!callUnderWay || (routeOptions.bodyLimit ?? 0) <= usualBodyBytes || length <= usualBodyBytes) return;
    const leaving = AbortSignal.any([callUnderWay.leaving, AbortSignal.timeout(requestMs * shareOfWait)]);
    const release = await queue.enter(callers.of(request), leaving);
    if (reply.raw.destroyed) release();
    else reply.raw.once('close', release);
  });
}
