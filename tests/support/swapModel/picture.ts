import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { type ExchangeTab, exchangeTabs } from '../../../src/domain/exchanges/schema.ts';
import type { SignedInCaller } from '../server.ts';
import { mayPreAccept } from './answers.ts';
import { confirmable } from './approval.ts';
import { isListed, leftWork } from './kinds.ts';
import { awaitedOf, type Duty, type Model, offerersOf, type Request, the, weekOf } from './state.ts';
import type { World } from './world.ts';

// What the server stores and shows, as lines: entries, notifications, cards, and the number of swaps and mails.
// Notifications of matching requests and shifts, and of new rules, are tested elsewhere.

const wordsOf = ({ place, from, to, type }: Duty): string =>
  [place, type, from, to].filter((part) => part !== null).join(' ');

/** The tab in which a person finds a request, or null, by section 4 of the specification ('Tab membership'). */
function tabOf(model: Model, request: Request, viewer: number): ExchangeTab | null {
  const { requester, status, offers, rejected } = request;
  if (!model.areMates(viewer, requester)) return null;
  const isOpen = status === 'aperta';
  const own = offers[viewer];
  if (requester === viewer) {
    if (isOpen) return offerersOf(request, 'offerta').length > 0 ? 'pre-accettati' : 'mie';
    return status === 'completata' ? 'completati' : 'rifiutati';
  }
  if (own === 'scelta') return 'completati';
  if (isOpen && own === 'offerta') return 'pre-accettati';
  if (rejected.includes(viewer) || own === 'rifiutata') return 'rifiutati';
  if (!isOpen) return own === 'decaduta' ? 'rifiutati' : null;
  return isOnDuty(model, request, viewer) ? 'disponibili' : null;
}

/** Whether the viewer works on the requested date; for weeks, has work left, or a holiday in the wanted week. */
function isOnDuty(model: Model, request: Request, viewer: number): boolean {
  const { kind, offeredDay, day } = request;
  if (kind === 'giorno') return isListed(model, request, viewer);
  if (kind === 'turno') return model.works(viewer, offeredDay);
  if (kind === 'settimana') return leftWork(model, viewer, weekOf(offeredDay)).length > 0;
  return weekOf(day).some((other) => model.duty(viewer, other)?.place === 'ferie');
}

/** A card as this viewer sees it; only the requester sees the offers, whether they can be confirmed, and `nobodyLeft`. */
function expectedCard(model: Model, key: string, viewer: number) {
  const request = model.request(key);
  const { requester, status, reason, wanted, message } = request;
  const isOwn = requester === viewer;
  const standing = offerersOf(request, 'offerta');
  const shown = isOwn ? [...standing, ...offerersOf(request, 'scelta')] : [];
  return {
    tab: tabOf(model, request, viewer),
    status,
    reason,
    wanted,
    message,
    count: standing.length,
    offers: shown.map((who) => `${who}${confirmable(model, key, who) ? '' : ' no'}`).toSorted(),
    mayPreAccept: mayPreAccept(model, key, viewer),
    isAwaitingApproval: awaitedOf(request) !== null,
    nobodyLeft: isOwn && status === 'aperta' && request.nobodyLeft,
  };
}

const lineOfCard = (viewer: number, id: string, card: ReturnType<typeof expectedCard>): string =>
  `${viewer} sees ${id} ${JSON.stringify(card, Object.keys(card).toSorted())}`;

/** The picture that the model predicts. @param viewers whose tabs are read @param ids the server's request ids */
export function expectedPicture(model: Model, ids: Record<string, string>, viewers: readonly number[]) {
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

/** The server's picture; rows of unknown people appear under their id. Also returns entry ids by `person day`. */
export async function takePicture(world: World, viewers: readonly number[]) {
  const { database } = world.server;
  const numbers = new Map(world.people.map(({ id }, who) => [id, who]));
  const shifts = await database.many<{ id: string; user: string; words: string }>(sql`
    select id, user_id as "user", concat_ws(' ', to_char(day, 'YYYY-MM-DD'), work_location, shift_type,
      to_char(start_time, 'HH24:MI'), to_char(end_time, 'HH24:MI'),
      case when from_swap_id is not null then 'swapped' end) as words
    from shifts`);
  const news = await database.many<{ type: string; user: string; request: string }>(sql`
    select type, user_id as "user", coalesce(related_request_id::text, '-') as request from notifications
    where user_id <> ${world.ceo.id} and type not in ('exchange_match', 'new_compatible_shift', 'rules_changed')`);
  const { words } = await database.one<{ words: string }>(sql`
    select concat((select count(*) from completed_swaps), ' swaps, ', (select count(*) from mail_outbox), ' mails') as words`);
  const cards = await Promise.all(viewers.map((who) => readCards(the(world.people[who]), who, numbers)));
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

/** The cards of all tabs of a person; tabs with a count of 0 are not read. */
async function readCards(person: SignedInCaller, viewer: number, numbers: ReadonlyMap<string, number>) {
  const lines: string[] = [];
  const { counts } = await person.ask('GET /api/exchange-requests/counts');
  for (const tab of exchangeTabs) {
    if (counts[tab] === 0) continue;
    const { requests } = await person.readTab(tab);
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
