import sql, { join, type Sql } from 'sql-template-tag';
import type { Day } from '../../domain/calendar/day.ts';
import { type ExchangeTab, exchangeTabs } from '../../domain/exchanges/schema.ts';
import { isTaxiKind } from '../../domain/exchanges/taxiRules.ts';
import type { Queryable } from '../platform/database/database.ts';
import { dutyFields } from '../shifts/queries.ts';
import type { RowFacts, RowValues } from './cardRow.ts';
import { dayEntries, isMirrorOfOwn, mirroredDay, weekEntries } from './queries.cards.ts';
import type { Viewer } from './queries.takeable.ts';

// What the rows of a list are judged by. PostgreSQL sets up each subquery of a statement at every call, also where no row
// needs it: a tab asks only for what its rows can have, and what only swaps of weeks and days need is read apart.

/** What the rows of a tab can have, as `members` has it. */
interface RowScope {
  /** Colleagues' requests: what the viewer said to them, and has on their day. */
  colleagues: boolean;
  /** Open ones with offers. */
  offered: boolean;
  /** Own ones of which the offers are listed. */
  ownOffers: boolean;
  rejected: boolean;
  /** Such as mirror an own one. */
  mirrors: boolean;
  completed: boolean;
}

const none: RowScope = {
  colleagues: false,
  offered: false,
  ownOffers: false,
  rejected: false,
  mirrors: false,
  completed: false,
};

const scopes: Record<ExchangeTab, RowScope> = {
  disponibili: { ...none, colleagues: true, offered: true, mirrors: true },
  'pre-accettati': { ...none, colleagues: true, offered: true, ownOffers: true, mirrors: true },
  mie: none,
  rifiutati: { ...none, colleagues: true, offered: true, rejected: true, mirrors: true },
  completati: { ...none, colleagues: true, ownOffers: true, completed: true },
};

/** The offers on request `r` that stand or were chosen, oldest first. */
const offers = sql`(
  select json_agg(json_build_object('userId', p.user_id, 'name', concat_ws(' ', u.first_name, u.last_name),
    'contractHours', u.contract_hours, 'role', u.role, 'duties', p.offered_duties) order by p.created_at, p.user_id)
  from pre_acceptances p join users u on u.id = p.user_id
  where p.request_id = r.id and p.status in ('offerta', 'scelta'))`;

const hasRejected = ({ id }: Viewer): Sql => sql`
  exists (select from exchange_rejections n where n.request_id = r.id and n.user_id = ${id})`;

const chosenId = ({ id }: Viewer): Sql => sql`
  case when own.status = 'scelta' then ${id}::uuid else (
    select p.user_id from pre_acceptances p where p.request_id = r.id and p.status = 'scelta') end`;

/** What the rows of a tab are judged by, each name with its expression: `r` is the request, `q` its requester. */
function valuesOf(tab: ExchangeTab, viewer: Viewer): Partial<Record<keyof RowValues, Sql>> {
  const { colleagues, offered, ownOffers, rejected, mirrors, completed } = scopes[tab];
  return {
    id: sql`r.id`,
    kind: sql`r.kind`,
    requestedDay: sql`r.requested_day`,
    offeredWeek: sql`r.offered_week`,
    wantedWeek: sql`r.wanted_week`,
    acceptableDays: sql`r.acceptable_days`,
    withinDays: sql`r.within_days`,
    requesterId: sql`r.requester_id`,
    requesterFirstName: sql`q.first_name`,
    requesterLastName: sql`q.last_name`,
    requesterContractHours: sql`r.requester_contract_hours`,
    requesterRole: sql`r.requester_role`,
    isRequesterActive: sql`q.is_active`,
    isRequesterFlexible: sql`q.enable_flexible_shifts`,
    offeredShiftId: sql`r.offered_shift_id`,
    offeredDuties: sql`r.offered_duties`,
    requestedShiftType: sql`r.requested_shift_type`,
    message: sql`r.message`,
    status: sql`r.status`,
    closeReason: sql`r.close_reason`,
    nobodyLeft: sql`r.nobody_left`,
    expiresAt: sql`r.expires_at`,
    createdAt: sql`r.created_at`,
    ...(colleagues && { ownOfferStatus: sql`own.status`, ownOfferDuties: sql`own.offered_duties` }),
    ...(offered && { offerCount: sql`open.offers`, reservedUntil: sql`open.reserved_until` }),
    ...(ownOffers && { offers: sql`case when r.requester_id = ${viewer.id} then ${offers} end` }),
    ...(rejected && { hasRejected: hasRejected(viewer) }),
    ...(mirrors && {
      isMirrorOfOwn: sql`r.requester_id <> ${viewer.id} and r.status = 'aperta' and ${isMirrorOfOwn(viewer)}`,
    }),
    ...(completed && { chosenId: chosenId(viewer) }),
  };
}

/**
 * The requests `shown`, in the order of their `place`: one JSON list of lists of values, since names take as long to write
 * as what they name.
 */
export function selectRows(tab: ExchangeTab, viewer: Viewer): Sql {
  const { colleagues, offered } = scopes[tab];
  const own = sql`left join pre_acceptances own on own.request_id = r.id and own.user_id = ${viewer.id}`;
  const open = sql`
    left join lateral (
      select count(*) as offers, max(p.reserved_until) as reserved_until from pre_acceptances p
      where p.request_id = r.id and p.status = 'offerta' and r.status = 'aperta') open on true`;
  return sql`
    select json_agg(json_build_array(${join(Object.values(valuesOf(tab, viewer)))}) order by r.place)
    from shown r
    join users q on q.id = r.requester_id
    ${colleagues ? own : sql``}
    ${offered ? open : sql``}`;
}

const nobody: Viewer = { id: '', worksiteId: '', now: '', closed: '' };
const names = Object.fromEntries(
  exchangeTabs.map((tab) => [tab, Object.keys(valuesOf(tab, nobody)) as (keyof RowValues)[]]),
) as Record<ExchangeTab, (keyof RowValues)[]>;

/** A row from its values. */
export function rowOfValues(tab: ExchangeTab, values: readonly unknown[]): RowValues {
  const row: Record<string, unknown> = {};
  for (const [place, name] of names[tab].entries()) row[name] = values[place];
  return row as unknown as RowValues;
}

/** What the viewer has on the days of colleagues' requests `shown`, for single shifts: one JSON list. */
export const ownEntriesOf = (tab: ExchangeTab, { id }: Viewer): Sql =>
  scopes[tab].colleagues
    ? sql`(
      select json_agg(json_build_object(${dutyFields})) from shifts s
      where s.user_id = ${id} and s.day in (
        select r.requested_day from shown r where r.kind = 'turno' and r.requester_id <> ${id}))`
    : sql`null`;

/** Judged by what is recorded on its days: an open `giorno`, and a colleague's open swap of weeks. */
const needsEntries = ({ kind, status, requesterId }: RowFacts, viewerId: string): boolean =>
  status === 'aperta' && (kind === 'giorno' || (isTaxiKind(kind) && requesterId !== viewerId));

interface Entries {
  id: string;
  weekEntries: RowFacts['weekEntries'] | null;
  dayEntries: RowFacts['dayEntries'] | null;
  mirroredDay: Day | null;
}

/** The rows, those of swaps of weeks and days with what is recorded on their days; of single shifts nothing is asked. */
export async function withEntries(
  database: Queryable,
  rows: RowFacts[],
  viewer: Viewer & { id: string },
): Promise<RowFacts[]> {
  const ids = rows.filter((row) => needsEntries(row, viewer.id)).map(({ id }) => id);
  if (ids.length === 0) return rows;
  const { found } = await database.one<{ found: Entries[] | null }>(sql`
    select json_agg(json_build_object('id', r.id,
      'weekEntries', case when r.kind <> 'giorno' then (${weekEntries(viewer)}) end,
      'dayEntries', case when r.kind = 'giorno' then (${dayEntries(viewer)}) end,
      'mirroredDay', case when r.kind = 'giorno' and r.requester_id <> ${viewer.id} then (${mirroredDay(viewer)}) end)) as found
    from exchange_requests r where r.id = any(${ids}::uuid[])`);
  const byId = new Map(found?.map(({ id, ...entries }) => [id, entries]));
  return rows.map((row) => {
    const entries = byId.get(row.id);
    if (!entries) return row;
    const { weekEntries: ofWeeks, dayEntries: ofDays, mirroredDay: day } = entries;
    return {
      ...row,
      weekEntries: ofWeeks ?? [],
      dayEntries: ofDays ?? [],
      isMirrorOfOwn: row.isMirrorOfOwn || day !== null,
    };
  });
}
