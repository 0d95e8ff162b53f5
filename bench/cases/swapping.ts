import { type Pair, shiftIdOf, type World } from '../data/world.ts';
import { call } from '../load/person.ts';

/** How long each step of a swap took, in milliseconds. */
export interface SwapTimes {
  publish: number;
  preAccept: number;
  confirm: number;
}

interface Answered {
  request: { id: string };
}

/** Publishes a request and has the colleague pre-accept it. */
export async function agree(
  url: string,
  world: World,
  { requester, accepter, day }: Pair,
): Promise<Omit<SwapTimes, 'confirm'> & { id: string }> {
  const wanted = await offeredTypes(url, requester, day);
  const published = await call<Answered>(url, requester, 'POST', '/api/exchange-requests', {
    offeredShiftId: shiftIdOf(world, requester, day),
    requestedShiftType: wanted,
    requestedDate: day,
  });
  const { id } = published.body.request;
  const accepted = await call<Answered>(url, accepter, 'POST', `/api/exchange-requests/${id}/pre-accept`);
  return { id, publish: published.milliseconds, preAccept: accepted.milliseconds };
}

/** The type that the requester does not have. */
async function offeredTypes(url: string, person: number, day: string): Promise<string> {
  const path = `/api/calendar/shifts?from=${day}&to=${day}`;
  const { body } = await call<{ shiftType: string }[]>(url, person, 'GET', path);
  return body[0]?.shiftType === 'mattina' ? 'pomeriggio' : 'mattina';
}

export async function confirm(url: string, requester: number, requestId: string): Promise<number> {
  const path = `/api/exchange-requests/${requestId}/final-confirm`;
  return (await call(url, requester, 'POST', path)).milliseconds;
}

/** Whole swaps, so many at once, for so long. */
export async function swapFor(
  url: string,
  world: World,
  pairs: Iterator<Pair>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ perSecond: number; times: SwapTimes[] }> {
  const times: SwapTimes[] = [];
  const begin = performance.now();
  const isOver = (): boolean => performance.now() - begin > seconds * 1000;
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const next = pairs.next();
      if (next.done) throw new Error('no more pairs who can swap: fewer seconds, please');
      const { id, publish, preAccept } = await agree(url, world, next.value);
      times.push({ publish, preAccept, confirm: await confirm(url, next.value.requester, id) });
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { perSecond: times.length / ((performance.now() - begin) / 1000), times };
}
