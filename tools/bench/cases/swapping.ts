import type { CreateExchange } from '../../../src/domain/exchanges/schema.calls.ts';
import { bodyOfSuccess, HttpClient } from '../../http.ts';
import { cookieOf, type DayPair, type Pair, shiftIdOf, wantedOn, type World } from '../data/world.ts';

/** A person of the stored data. */
export const clientOf = (url: string, person: number): HttpClient => new HttpClient(url, cookieOf(person));

/** A request of the pair's day for the other type of shift. */
export const requestOf = (world: World, pair: Pair): CreateExchange => ({
  offeredShiftId: shiftIdOf(world, pair.requester, pair.day),
  requestedShiftType: wantedOn(world, pair),
  requestedDate: pair.day,
});

/** The same for another day. */
export const dayRequestOf = (world: World, pair: DayPair): CreateExchange => ({
  kind: 'giorno',
  offeredShiftId: shiftIdOf(world, pair.requester, pair.day),
  requestedDate: pair.day,
  acceptableDays: [pair.otherDay],
});

/** Publishes a request, has the colleague pre-accept it and confirms it; answers how long the confirmation took, in ms. */
export async function swap(
  url: string,
  { requester, accepter }: Pair,
  body: CreateExchange,
  beforeConfirm: () => Promise<void> = async () => undefined,
): Promise<number> {
  const client = clientOf(url, requester);
  const { id } = (await client.ask('POST /api/exchange-requests', { body })).request;
  await clientOf(url, accepter).ask('POST /api/exchange-requests/:id/pre-accept', { params: { id } });
  await beforeConfirm();
  const name = 'POST /api/exchange-requests/:id/final-confirm';
  const answer = await client.call(name, { params: { id } });
  bodyOfSuccess(name, answer);
  return answer.milliseconds;
}

/** Publishes a request and withdraws it; answers how long the publication took, in ms, and how many were told. */
export async function publishAndWithdraw(
  client: HttpClient,
  body: CreateExchange,
): Promise<{ milliseconds: number; toldCount: number }> {
  const published = await client.call('POST /api/exchange-requests', { body });
  const { request, toldCount } = bodyOfSuccess('POST /api/exchange-requests', published);
  await client.ask('DELETE /api/exchange-requests/:id', { params: { id: request.id } });
  return { milliseconds: published.milliseconds, toldCount: toldCount ?? 0 };
}

export function nextOf<P extends Pair>(pairs: Iterator<P>): P {
  const next = pairs.next();
  if (next.done) throw new Error('no more pairs who can swap');
  return next.value;
}
