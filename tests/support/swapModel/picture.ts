import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { exchangeTabs } from '../../../src/domain/exchanges/schema.ts';
import type { SignedInCaller } from '../server.ts';
import { readTab } from '../swaps.ts';
import { type Duty, type Model, the, type Worksite } from './state.ts';
import { expectedCard, lineOfCard } from './tabs.ts';
import type { World } from './world.ts';

// What the server holds and shows, as lines: entries, news, cards, and how many swaps and mails there are. Who hears that a request
// or a shift fits them is for tests of its own.

/** Where something happened: only its people look at their tabs. All read their calendars, news and mails. */
export type Places = ReadonlySet<Worksite | undefined>;
const looks = (model: Model, who: number, places: Places): boolean =>
  places.has(undefined) || places.has(model.person(who).worksite);

const wordsOf = ({ place, from, to, type }: Duty): string =>
  [place, type, from, to].filter((part) => part !== null).join(' ');

/** What it must be if the model is right. @param ids the server's, by the model's names of requests */
export function expectedPicture(model: Model, ids: Record<string, string>, places: Places): string[] {
  const viewers = model.everybody().filter((who) => looks(model, who, places));
  const cards = viewers.flatMap((viewer) =>
    Object.keys(model.requests).flatMap((key) => {
      const card = expectedCard(model, key, viewer);
      return card.tab ? lineOfCard(viewer, the(ids[key]), card) : [];
    }),
  );
  return [
    ...Object.entries(model.calendar).map(
      ([place, { duty, isSwapped }]) => `${place} ${wordsOf(duty)}${isSwapped ? ' swapped' : ''}`,
    ),
    ...model.news.map(
      ({ type, person, request }) => `${type} ${person} ${request === null ? '-' : ids[request]}`,
    ),
    `${model.swaps} swaps, ${3 * model.swaps} mails`,
    ...cards,
  ].toSorted();
}

/** What it is; a row of anybody else's would stand out. Answers the id of every entry by `person day` too. */
export async function takePicture(
  world: World,
  model: Model,
  places: Places,
): Promise<{ picture: string[]; shiftIds: Record<string, string> }> {
  const { database } = world.server;
  const numbers = new Map(world.people.map(({ id }, who) => [id, who]));
  const shifts = await database.many<{ id: string; user: string; words: string }>(sql`
    select id, user_id as "user", concat_ws(' ', to_char(day, 'YYYY-MM-DD'), work_location, shift_type,
      to_char(start_time, 'HH24:MI'), to_char(end_time, 'HH24:MI'),
      case when from_swap_id is not null then 'swapped' end) as words
    from shifts`);
  const news = await database.many<{ type: string; user: string; request: string }>(sql`
    select type, user_id as "user", coalesce(related_request_id::text, '-') as request from notifications
    where user_id <> ${world.ceo.id} and type not in ('exchange_match', 'new_compatible_shift')`);
  const { words } = await database.one<{ words: string }>(sql`
    select concat((select count(*) from completed_swaps), ' swaps, ', (select count(*) from mail_outbox), ' mails') as words`);
  const cards = await Promise.all(
    world.people.map((person, who) => (looks(model, who, places) ? readCards(person, who, numbers) : [])),
  );
  const nameOf = (user: string) => numbers.get(user) ?? user;
  const lines = [
    ...shifts.map(({ user, words: entry }) => `${nameOf(user)} ${entry}`),
    ...news.map(({ type, user, request }) => `${type} ${nameOf(user)} ${request}`),
    words,
    ...cards.flat(),
  ];
  const shiftIds = shifts.map(({ id, user, words: entry }) => [`${nameOf(user)} ${entry.slice(0, 10)}`, id]);
  return { picture: lines.toSorted(), shiftIds: Object.fromEntries(shiftIds) as Record<string, string> };
}

/** The cards of all tabs of a person; the counts tell which are empty. */
async function readCards(
  person: SignedInCaller,
  viewer: number,
  numbers: ReadonlyMap<string, number>,
): Promise<string[]> {
  const lines: string[] = [];
  const { counts } = await person.ask('GET /api/exchange-requests/counts');
  for (const tab of exchangeTabs) {
    if (counts[tab] === 0) continue;
    const { requests } = await readTab(person, tab);
    expect(requests).toHaveLength(counts[tab]);
    for (const card of requests) {
      const seen = {
        tab,
        status: card.status,
        reason: card.closeReason,
        wanted: card.requestedShiftType,
        message: card.message,
        count: card.preAcceptanceCount,
        offers: card.preAcceptedBy
          .map(({ userId, confirm }) => `${numbers.get(userId)}${confirm.isAllowed ? '' : ' no'}`)
          .toSorted(),
        mayPreAccept: card.preAccept.isAllowed,
        isAwaitingApproval: card.isAwaitingApproval,
        nobodyLeft: card.nobodyLeft,
      };
      lines.push(lineOfCard(viewer, card.id, seen));
    }
  }
  return lines;
}
