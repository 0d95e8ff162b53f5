import sql, { type Sql } from 'sql-template-tag';

/** Invariants of notifications, pushes and calendar feeds: each query returns the `id` of every violating row. */
export const newsInvariants: Record<string, Sql> = {
  'both people are notified once of a swap, the colleague also of having been chosen': sql`
    select c.id from completed_swaps c
    where c.request_id is not null
      and (select array_agg(concat(n.type, ' ', n.user_id) order by n.type, n.user_id)
        from notifications n
        where n.related_request_id = c.request_id and n.type in ('exchange_accepted', 'exchange_completed'))
      is distinct from array[concat('exchange_accepted ', c.accepter_id),
        concat('exchange_completed ', least(c.requester_id, c.accepter_id)),
        concat('exchange_completed ', greatest(c.requester_id, c.accepter_id))]`,
  'inactive and anonymised accounts have no calendar feed': sql`
    select u.id from calendar_feeds f join users u on u.id = f.user_id
    where not u.is_active or u.anonymised_at is not null`,
  'a news mail only has notifications of its recipient': sql`
    select n.id from notifications n join mail_outbox m on m.id = n.mail_id
    where m.kind <> 'news' or m.user_id is distinct from n.user_id or n.mail_due_at is not null`,
  'a push goes to the notification’s recipient, in one of their sessions': sql`
    select o.id from push_outbox o join push_devices d on d.id = o.device_id
      join notifications n on n.id = o.notification_id join sessions s on s.id = d.session_id
    where n.user_id <> d.user_id or s.user_id <> d.user_id or s.parent_session_id is not null`,
};
