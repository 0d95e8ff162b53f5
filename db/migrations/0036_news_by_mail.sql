-- works with code from 0034
--
-- Notifications as mails, for people who have no device for pushes: when each is due, and the mail it went into.

alter table notifications
  -- set with the notification, emptied when it goes into a mail or needs none any more
  add column mail_due_at timestamptz,
  add column mail_id uuid references mail_outbox (id) on delete set null;
create index notifications_to_mail on notifications (mail_due_at) where mail_due_at is not null;
create index notifications_to_mail_of_person on notifications (user_id) where mail_due_at is not null;
create index notifications_of_mail on notifications (mail_id) where mail_id is not null;

-- who has no row wants mails of all subjects
create table mail_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  subjects_off text[] not null
);
