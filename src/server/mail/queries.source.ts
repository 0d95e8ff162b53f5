import sql, { type Sql } from 'sql-template-tag';
import { type MailSource, subjectOfMail } from '../../domain/mail/outboxMail.it.ts';
import { exColleague } from '../../domain/users/anonymous.ts';
import { isToMail } from '../notifications/queries.mail.ts';
import { matter } from '../notifications/queries.matter.ts';
import { jsonInstant } from '../platform/jsonInstant.ts';

// The data for a mail's text, read each time it is composed: `m` is the alias of its row.

const nobody = JSON.stringify(exColleague);

/** As JSON: a participant of a swap, with the current name, or 'Ex collega' if the account is gone. */
export const participantOfSwap = (snapshot: Sql, personId: Sql): Sql => sql`
  ${snapshot} || coalesce(
    (select jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name) from users p where p.id = ${personId}),
    ${nobody}::jsonb)`;

export const mailRecipient: Sql = sql`
  coalesce(m.recipient, (select u.email from users u where u.id = m.user_id))`;

/** One side of the swap; licence and phone only in a taxi worksite. */
const mailParty = (snapshot: Sql, personId: Sql, gave: Sql): Sql => sql`
  ${participantOfSwap(snapshot, personId)} || jsonb_build_object('gave', ${gave})
    || case when w.variant = 'taxi' then '{}' else '{"taxiLicense": null, "phoneNumber": null}' end::jsonb`;

/** As JSON: a `MailSource`. */
export const mailSource: Sql = sql`
  json_build_object('kind', m.kind,
    'minutes', round(extract(epoch from m.useless_after - m.created_at) / 60)::int,
    'swap', (
      select jsonb_build_object('kind', c.kind, 'worksiteName', w.name,
        'completedAt', ${jsonInstant(sql`c.completed_at`)},
        'requester', ${mailParty(sql`c.requester_snapshot`, sql`c.requester_id`, sql`c.requester_gave`)},
        'accepter', ${mailParty(sql`c.accepter_snapshot`, sql`c.accepter_id`, sql`c.accepter_gave`)})
      from completed_swaps c join worksites w on w.id = c.worksite_id
      where c.id = m.swap_id),
    'news', case when m.kind = 'news' then coalesce((
      select json_agg(json_build_object('type', n.type, 'facts', n.facts, 'requestId', n.related_request_id,
        'createdAt', ${jsonInstant(sql`n.created_at`)}, 'matter', ${matter},
        'person', (select concat_ws(' ', p.first_name, p.last_name) from users p where p.id = n.person_id))
        order by n.created_at, n.id)
      from notifications n where n.mail_id = m.id and ${isToMail}), '[]') end)`;

/** A row read with `mailSource` as `source`. */
export interface Sourced {
  source: MailSource;
}

/** Replaces the source with the subject; never the body, which is private to the people it names. */
export const withSubject = <Mail extends Sourced>({ source, ...mail }: Mail) => ({
  ...mail,
  subject: subjectOfMail(source),
});
