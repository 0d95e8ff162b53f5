import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { ExchangeRequest } from '../../../src/domain/exchanges/schema.ts';
import type { SignedInCaller } from '../server.ts';
import { readTab } from '../swaps.ts';
import { type Duty, type Model, the } from './state.ts';
import { expectedCard, lineOf, type TabName, tabNames, tabOf } from './tabs.ts';
import type { World } from './world.ts';

/** What the server holds and shows, in lines that a model can be compared with. */
export interface Picture {
  /** `person day duty`, and whether it came from a swap. */
  calendar: string[];
  /** `type person request`, with how often. */
  news: string[];
  swaps: number;
  mails: number;
  /** By person; null for who is deactivated. */
  tabs: (Record<TabName, string[]> | null)[];
}

export const lineOfDuty = ({ place, from, to, type }: Duty): string =>
  [place, type, from, to].filter((part) => part !== null).join(' ');

const emptyTabs = (): Record<TabName, string[]> => ({
  disponibili: [],
  'pre-accettati': [],
  mie: [],
  rifiutati: [],
  completati: [],
});

/** What the server must hold and show if the model is right. */
export function expectedPicture(model: Model, ids: Record<string, string>): Picture {
  const times = new Map<string, number>();
  for (const { type, person, request } of model.news) {
    const line = `${type} ${person} ${request === null ? '-' : ids[request]}`;
    times.set(line, (times.get(line) ?? 0) + 1);
  }
  return {
    calendar: Object.entries(model.calendar)
      .map(([place, { duty, isSwapped }]) => `${place} ${lineOfDuty(duty)}${isSwapped ? ' swapped' : ''}`)
      .toSorted(),
    news: [...times].map(([line, count]) => `${line} ${count}`).toSorted(),
    swaps: model.swaps,
    mails: 3 * model.swaps,
    tabs: model.people.map(({ isActive }, viewer) => (isActive ? expectedTabs(model, ids, viewer) : null)),
  };
}

function expectedTabs(model: Model, ids: Record<string, string>, viewer: number): Record<TabName, string[]> {
  const tabs = emptyTabs();
  for (const [key, request] of Object.entries(model.requests)) {
    const tab = tabOf(model, request, viewer);
    if (tab) tabs[tab].push(expectedCard(model, the(ids[key]), key, viewer));
  }
  for (const cards of Object.values(tabs)) cards.sort();
  return tabs;
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
  { people, due }: Model,
): Promise<{ picture: Picture; shiftIds: Record<string, string> }> {
  const stored = await readTables(
    world,
    Object.keys(due).map((key) => the(world.requestIds[key])),
  );
  const numbers = new Map(world.people.map(({ id }, who) => [id, who]));
  const tabs = await Promise.all(
    people.map(async ({ isActive }, who) => (isActive ? readTabs(the(world.people[who]), numbers) : null)),
  );
  const shiftIds: Record<string, string> = {};
  const calendar = stored.shifts.map(({ id, user, day, duty, swapped }) => {
    const place = `${numbers.get(user) ?? user} ${day}`;
    shiftIds[place] = id;
    return `${place} ${duty}${swapped ? ' swapped' : ''}`;
  });
  const news = stored.news.map(
    ({ type, user, request, times }) => `${type} ${numbers.get(user) ?? user} ${request ?? '-'} ${times}`,
  );
  const { swaps, mails } = stored;
  return { picture: { calendar: calendar.toSorted(), news: news.toSorted(), swaps, mails, tabs }, shiftIds };
}

/** @param dueIds requests of which people may or may not have heard yet that they expired: that is left out */
const readTables = ({ server, ceo }: World, dueIds: readonly string[]): Promise<Stored> =>
  server.database.one<Stored>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'user', user_id, 'day', day, 'duty',
          concat_ws(' ', work_location, shift_type, to_char(start_time, 'HH24:MI'), to_char(end_time, 'HH24:MI')),
          'swapped', from_swap_id is not null)), '[]') from shifts) as shifts,
      (select coalesce(jsonb_agg(n), '[]') from (
        select type, user_id as "user", related_request_id as request, count(*) as times
        from notifications
        where user_id <> ${ceo.id} and not (facts ->> 'fact' in ('request_expired', 'offer_expired')
          and coalesce(related_request_id = any(${[...dueIds]}::uuid[]), false))
        group by 1, 2, 3) n) as news,
      (select count(*) from completed_swaps) as swaps,
      (select count(*) from mail_outbox) as mails`);

/** All five tabs of a person as the screen reads them; the counts tell which are empty. Of the available ones what can be taken comes first. */
async function readTabs(
  person: SignedInCaller,
  numbers: ReadonlyMap<string, number>,
): Promise<Record<TabName, string[]>> {
  const tabs = emptyTabs();
  const { counts } = await person.ask('GET /api/exchange-requests/counts');
  for (const tab of tabNames) {
    if (counts[tab] === 0) continue;
    const { requests } = await readTab(person, tab);
    expect(requests).toHaveLength(counts[tab]);
    if (tab === 'disponibili') {
      const canTake = requests.map(({ preAccept }) => preAccept.isAllowed);
      expect(canTake).toEqual(canTake.toSorted((one, other) => Number(other) - Number(one)));
    }
    tabs[tab] = requests.map((card) => lineOfCard(card, numbers)).toSorted();
  }
  return tabs;
}

const lineOfCard = (card: ExchangeRequest, numbers: ReadonlyMap<string, number>): string =>
  lineOf({
    id: card.id,
    status: card.status,
    reason: card.closeReason,
    wanted: card.requestedShiftType,
    message: card.message,
    count: card.preAcceptanceCount,
    offers: card.preAcceptedBy.map(
      ({ userId, confirm }) => `${numbers.get(userId)}${confirm.isAllowed ? '' : ' no'}`,
    ),
    said: `${card.userHasPreAccepted} ${card.userHasRejected}`,
    may: card.preAccept.isAllowed,
    waits: card.isAwaitingApproval,
    isLast: card.nobodyLeft,
  });
