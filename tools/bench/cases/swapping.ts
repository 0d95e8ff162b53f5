import type { CreateExchange } from '../../../src/domain/exchanges/schema.calls.ts';
import { bodyOfSuccess, HttpClient } from '../../http.ts';
import { cookieOf, type DayPair, type Pair, shiftIdOf, type World } from '../data/world.ts';

/** How long each step of a swap took, in milliseconds. */
export interface SwapTimes {
  publish: number;
  preAccept: number;
  confirm: number;
}

/** A person of the stored data. */
export const clientOf = (url: string, person: number): HttpClient => new HttpClient(url, cookieOf(person));

/** Publishes a request for another type of shift and has the colleague pre-accept it. */
export async function agree(url: string, world: World, pair: Pair): Promise<Agreed> {
  const { requester, day } = pair;
  const [shift] = await clientOf(url, requester).ask('GET /api/calendar/shifts', {
    query: { from: day, to: day },
  });
  return agreeOn(url, pair, {
    offeredShiftId: shiftIdOf(world, requester, day),
    // the type that the requester does not have
    requestedShiftType: shift?.shiftType === 'mattina' ? 'pomeriggio' : 'mattina',
    requestedDate: day,
  });
}

/** The same for another day. */
export const agreeOnDay = (url: string, world: World, pair: DayPair): Promise<Agreed> =>
  agreeOn(url, pair, {
    kind: 'giorno',
    offeredShiftId: shiftIdOf(world, pair.requester, pair.day),
    requestedDate: pair.day,
    acceptableDays: [pair.otherDay],
  });

type Agreed = Omit<SwapTimes, 'confirm'> & { id: string };

async function agreeOn(url: string, { requester, accepter }: Pair, body: CreateExchange): Promise<Agreed> {
  const published = await clientOf(url, requester).call('POST /api/exchange-requests', { body });
  const { id } = bodyOfSuccess('POST /api/exchange-requests', published).request;
  const preAccept = 'POST /api/exchange-requests/:id/pre-accept';
  const accepted = await clientOf(url, accepter).call(preAccept, { params: { id } });
  bodyOfSuccess(preAccept, accepted);
  return { id, publish: published.milliseconds, preAccept: accepted.milliseconds };
}

export async function confirm(url: string, requester: number, id: string): Promise<number> {
  const name = 'POST /api/exchange-requests/:id/final-confirm';
  const answer = await clientOf(url, requester).call(name, { params: { id } });
  bodyOfSuccess(name, answer);
  return answer.milliseconds;
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
