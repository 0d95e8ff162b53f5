import { afterEach } from 'vitest';
import { addDays, dayInRome } from '../../src/domain/calendar/day.ts';
import { HttpClient } from '../../tools/http.ts';
import { type Product, startProduct } from '../../tools/product.ts';
import { publishDuty, recordDuty, register, signIn, worldAccessCode } from '../../tools/world.ts';

/** Starts server processes that are killed after the test. */
export function testProducts(shared: Record<string, string> = {}) {
  const started: Product[] = [];
  afterEach(() => Promise.all(started.splice(0).map((product) => product.end('SIGKILL'))));
  return (settings: Record<string, string> = {}): Product => {
    const product = startProduct({ ...shared, ...settings });
    started.push(product);
    return product;
  };
}

/** A request that one colleague has pre-accepted. */
export interface ReadySwap {
  requestId: string;
  requester: HttpClient;
  accepterUserId: string;
}

export type HttpTeam = Awaited<ReturnType<typeof buildHttpTeam>>;

/**
 * Fills a new worksite of a running server through its API: of `2 * pairs` people, half work early on each of `days` days
 * and publish; each of the others pre-accepts the request of their partner and that of the next one.
 */
export async function buildHttpTeam(origin: () => string, pairs: number, days: number) {
  const ceo = new HttpClient(origin);
  await signIn(ceo);
  const { id: worksiteId } = await ceo.ask('POST /api/ceo/worksites', {
    body: {
      name: `Cantiere ${Math.random()}`,
      accessCode: worldAccessCode,
      email: 'cantiere@turnario.example',
    },
  });
  const enter = async (index: number) => {
    const person = new HttpClient(origin);
    const email = `persona${index}.${worksiteId}@turnario.example`;
    return { person, id: await register(person, { email, worksiteId, role: 'operatore', contractHours: 8 }) };
  };
  const team = await Promise.all(Array.from({ length: 2 * pairs }, (_, index) => enter(index)));
  const earlies = team.slice(0, pairs);
  const lates = team.slice(pairs);
  const swaps: ReadySwap[] = [];
  const tomorrow = addDays(dayInRome(new Date().toISOString()), 1);
  for (let index = 0; index < days; index += 1) {
    const day = addDays(tomorrow, index);
    await Promise.all(lates.map(({ person }) => recordDuty(person, day, '14:00', '22:00')));
    const publishOn = async (person: HttpClient): Promise<string> =>
      publishDuty(person, await recordDuty(person, day, '06:00', '14:00'), day);
    const requests = await Promise.all(earlies.map(({ person }) => publishOn(person)));
    for (const [place, { person: requester }] of earlies.entries()) {
      const [requestId = '', colleague, next] = [requests[place], lates[place], lates[(place + 1) % pairs]];
      if (!colleague || !next) throw new Error('the halves differ');
      for (const { person } of [colleague, next]) {
        await person.ask('POST /api/exchange-requests/:id/pre-accept', { params: { id: requestId } });
      }
      swaps.push({ requestId, requester, accepterUserId: colleague.id });
    }
  }
  return { people: team.map(({ person }) => person), swaps };
}

export const confirmReady = ({ requester, requestId, accepterUserId }: ReadySwap) =>
  requester.call('POST /api/exchange-requests/:id/final-confirm', {
    params: { id: requestId },
    body: { accepterUserId },
  });

/** The requests of these people's completed swaps. */
export async function completedIds(people: readonly HttpClient[]): Promise<Set<string>> {
  const lists = await Promise.all(people.map((person) => person.ask('GET /api/exchanges/completed')));
  return new Set(lists.flat().map(({ requestId }) => requestId ?? ''));
}
