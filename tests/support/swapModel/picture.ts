import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { ExchangeRequest } from '../../../src/domain/exchanges/schema.ts';
import type { SignedInCaller } from '../server.ts';
import { readTab } from '../swaps.ts';
import { type Duty, type Model, type Person, the, type Worksite } from './state.ts';
import { type CardFacts, expectedCard, type TabName, tabNames, tabOf } from './tabs.ts';
import type { World } from './world.ts';

/** What the server holds and shows, as a model can be compared with it. */
export interface Picture {
  /** `person day duty`, and whether it came from a swap. */
  calendar: string[];
  /** `type person request`, with how often. */
  news: string[];
  swaps: number;
  mails: number;
  /** By person; null for who is deactivated, or does not look. */
  tabs: (Record<TabName, CardFacts[]> | null)[];
}

const lineOfDuty = ({ place, from, to, type }: Duty): string =>
  [place, type, from, to].filter((part) => part !== null).join(' ');
const noCards = () =>
  Object.fromEntries(tabNames.map((tab) => [tab, []])) as never as Record<TabName, CardFacts[]>;
const byId = (one: CardFacts, other: CardFacts): number => one.id.localeCompare(other.id);

/** Of what happens in a worksite only its people look at their tabs; all read their calendars, news and mails. */
export type Places = ReadonlySet<Worksite>;
const looks = ({ isActive, worksite }: Person, places: Places): boolean => isActive && places.has(worksite);

/** What the server must hold and show if the model is right. */
export function expectedPicture(model: Model, ids: Record<string, string>, places: Places): Picture {
  const times = new Map<string, number>();
  for (const { type, person, request } of model.news) {
    const line = `${type} ${person} ${request === null ? '-' : ids[request]}`;
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  const tabsOf = (viewer: number): Record<TabName, CardFacts[]> => {
    const tabs = noCards();
    for (const [key, request] of Object.entries(model.requests)) {
      const tab = tabOf(model, request, viewer);
      if (tab) tabs[tab].push(expectedCard(model, the(ids[key]), key, viewer));
    }
    for (const cards of Object.values(tabs)) cards.sort(byId);
    return tabs;
  };
  return {
    calendar: Object.entries(model.calendar)
      .map(([place, { duty, isSwapped }]) => `${place} ${lineOfDuty(duty)}${isSwapped ? ' swapped' : ''}`)
      .toSorted(),
    news: [...times].map(([line, count]) => `${line} ${count}`).toSorted(),
    swaps: model.swaps,
    mails: 3 * model.swaps,
    tabs: model.people.map((person, viewer) => (looks(person, places) ? tabsOf(viewer) : null)),
  };
}

interface Stored {
  shifts: { id: string; user: string; day: string; duty: string; swapped: boolean }[];
  news: { type: string; user: string; request: string | null; times: number }[];
  swaps: number;
  mails: number;
}

/**
 * What the server holds and shows now; a row of anybody else's would stand out.
 *
 * @returns the picture, and the id of every entry by `person day`
 */
export async function takePicture(
  world: World,
  { people }: Model,
  places: Places,
): Promise<{ picture: Picture; shiftIds: Record<string, string> }> {
  const { shifts, news, swaps, mails } = await readTables(world);
  const numbers = new Map(world.people.map(({ id }, who) => [id, who]));
  const readOf = async (person: Person, who: number) =>
    looks(person, places) ? readTabs(the(world.people[who]), numbers) : null;
  const tabs = await Promise.all(people.map(readOf));
  const shiftIds: Record<string, string> = {};
  const calendar = shifts.map(({ id, user, day, duty, swapped }) => {
    const place = `${numbers.get(user) ?? user} ${day}`;
    shiftIds[place] = id;
    return `${place} ${duty}${swapped ? ' swapped' : ''}`;
  });
  const lines = news.map(
    ({ type, user, request, times }) => `${type} ${numbers.get(user) ?? user} ${request ?? '-'} ${times}`,
  );
  return { picture: { calendar: calendar.toSorted(), news: lines.toSorted(), swaps, mails, tabs }, shiftIds };
}

const readTables = ({ server, ceo }: World): Promise<Stored> =>
  server.database.one<Stored>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'user', user_id, 'day', day, 'duty',
          concat_ws(' ', work_location, shift_type, to_char(start_time, 'HH24:MI'), to_char(end_time, 'HH24:MI')),
          'swapped', from_swap_id is not null)), '[]') from shifts) as shifts,
      (select coalesce(jsonb_agg(n), '[]') from (
        select type, user_id as "user", related_request_id as request, count(*) as times
        from notifications
        where user_id <> ${ceo.id}
        group by 1, 2, 3) n) as news,
      (select count(*) from completed_swaps) as swaps,
      (select count(*) from mail_outbox) as mails`);

/** All five tabs of a person as the screen reads them; the counts tell which are empty. Of the available ones what can be taken comes first. */
async function readTabs(
  person: SignedInCaller,
  numbers: ReadonlyMap<string, number>,
): Promise<Record<TabName, CardFacts[]>> {
  const tabs = noCards();
  const { counts } = await person.ask('GET /api/exchange-requests/counts');
  for (const tab of tabNames) {
    if (counts[tab] === 0) continue;
    const { requests } = await readTab(person, tab);
    expect(requests).toHaveLength(counts[tab]);
    if (tab === 'disponibili') {
      const canTake = requests.map(({ preAccept }) => preAccept.isAllowed);
      expect(canTake).toEqual(canTake.toSorted((one, other) => Number(other) - Number(one)));
    }
    tabs[tab] = requests.map((card) => factsOf(card, numbers)).toSorted(byId);
  }
  return tabs;
}

const factsOf = (card: ExchangeRequest, numbers: ReadonlyMap<string, number>): CardFacts => ({
  id: card.id,
  status: card.status,
  reason: card.closeReason,
  wanted: card.requestedShiftType,
  message: card.message,
  count: card.preAcceptanceCount,
  offers: card.preAcceptedBy
    .map(({ userId, confirm }) => `${numbers.get(userId)}${confirm.isAllowed ? '' : ' no'}`)
    .toSorted(),
  hasPreAccepted: card.userHasPreAccepted,
  hasRejected: card.userHasRejected,
  mayPreAccept: card.preAccept.isAllowed,
  isAwaitingApproval: card.isAwaitingApproval,
  nobodyLeft: card.nobodyLeft,
});
