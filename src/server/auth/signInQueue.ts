import type { FastifyReply } from 'fastify';
import { createFairQueue } from '../platform/load/fairQueue.ts';
import { networkOf } from '../platform/load/network.ts';

/** Two passwords are compared at once, one from each network; meanwhile the accounts of two more are read. */
const bounds = { mostAtOnce: 4, mostOfGroup: 1, mostOfMember: 1, mostWaiting: 200, mostWaitingOfMember: 9 };

/** Does what costs a password's work when it is this account's turn. */
export type SignInQueue = <Result>(
  reply: FastifyReply,
  email: string,
  work: () => Promise<Result>,
) => Promise<Result>;

/** A line for whoever wants in: networks take turns, and in each its accounts do, one call at a time. */
export function createSignInQueue(): SignInQueue {
  const queue = createFairQueue(bounds);
  return async (reply, email, work) => {
    const leaving = new AbortController();
    reply.raw.once('close', () => leaving.abort());
    const group = networkOf(reply.request.ip);
    const release = await queue.enter({ group, member: email }, leaving.signal);
    return work().finally(release);
  };
}
