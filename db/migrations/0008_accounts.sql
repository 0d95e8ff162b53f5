-- One's own account: sessions a person can recognise and end, the names their traces are found by when the account
-- goes, and mails whose secret part nobody can read in the table.

-- 'Chrome su Android': what the browser said of itself, in plain words; nothing more of it is kept
alter table sessions add column device text constraint session_device_length check (length(device) <= 80);
-- written at most every few minutes
alter table sessions add column last_used_at timestamptz not null default now();

-- full names of earlier days: notifications of other people still hold them
alter table users add column former_names text[] not null default '{}';

-- the link of a mail, encrypted with the application's secret; the bodies hold a mark in its place
alter table mail_outbox add column sealed_link bytea;
-- from then on it is not worth sending
alter table mail_outbox add column useless_after timestamptz;
alter table mail_outbox add constraint mail_link_only_until_sent
  check (sealed_link is null or status in ('queued', 'sending'));

create index mail_outbox_useless on mail_outbox (useless_after) where status = 'queued' and useless_after is not null;
