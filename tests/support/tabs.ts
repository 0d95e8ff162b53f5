import { deepEqual, equal } from 'node:assert/strict';
import { type ExchangeRequest, type ExchangeTab, exchangeTabs } from '../../src/domain/exchanges/schema.ts';
import type { Caller } from './caller.ts';

/** Ids of the requests. */
export const emptyTabs = Object.fromEntries(exchangeTabs.map((tab) => [tab, []])) as unknown as Record<
  ExchangeTab,
  string[]
>;

/** Every request of every tab, page by page; counts, days and cards must say the same. */
export async function readTabs(person: Caller) {
  const members = { ...emptyTabs };
  const cards: ExchangeRequest[] = [];
  for (const tab of exchangeTabs) {
    const found: ExchangeRequest[] = [];
    let cursor: string | null = null;
    do {
      const page = await person.readTab(tab, cursor);
      found.push(...page.requests);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const { counts, availableDays } = await person.ask('GET /api/exchange-requests/counts');
    const days = new Set(found.map(({ requestedDate }) => requestedDate));
    if (tab === 'disponibili') deepEqual(availableDays, [...days].toSorted());
    equal(counts[tab], found.length);
    for (const card of found) equal(card.tab, tab);
    members[tab] = found.map(({ id }) => id);
    cards.push(...found);
  }
  equal(new Set(cards.map(({ id }) => id)).size, cards.length);
  return { members, cards };
}
