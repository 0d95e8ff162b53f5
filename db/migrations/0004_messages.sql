-- What the product tells people: notifications on the screen, mails through an outbox.

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  type text not null constraint notification_type_known check (type in (
    'new_exchange_request', 'exchange_match', 'new_compatible_shift', 'request_pre_accepted', 'exchange_accepted',
    'exchange_completed', 'exchange_declined', 'exchange_rejected', 'shift_updated', 'impersonation', 'operation_reviewed'
  )),
  title text not null,
  message text not null,
  related_request_id uuid references exchange_requests (id) on delete set null,
  is_read boolean not null default false,
  created_at timestamptz not null default now()
);

create index notifications_by_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where not is_read;
create index notifications_by_request on notifications (related_request_id) where related_request_id is not null;

-- queued -> sending -> sent. `sending` is written before the message leaves: a row found in it after a crash may or
-- may not have been sent, becomes `unsure` and is never sent again by itself.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  -- the same mail is queued once, whatever is repeated
  dedupe_key text not null constraint mail_queued_once unique,
  kind text not null,
  swap_id uuid references completed_swaps (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  recipient text not null,
  subject text not null,
  html_body text not null,
  text_body text not null,
  status text not null default 'queued'
    constraint mail_status_known check (status in ('queued', 'sending', 'sent', 'failed', 'unsure')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);

create index mail_outbox_due on mail_outbox (next_attempt_at) where status = 'queued';
create index mail_outbox_claimed on mail_outbox (claimed_at) where status = 'sending';
create index mail_outbox_by_status on mail_outbox (status, created_at desc);
create index mail_outbox_by_swap on mail_outbox (swap_id) where swap_id is not null;
create index mail_outbox_by_user on mail_outbox (user_id) where user_id is not null;

-- One row at most: the sender account set by the CEO. The password is encrypted with the application's secret.
create table mail_settings (
  is_the_only_row boolean primary key default true constraint mail_settings_single check (is_the_only_row),
  account text not null,
  host text not null,
  port integer not null constraint mail_port_range check (port between 1 and 65535),
  is_tls boolean not null,
  password_encrypted bytea not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id) on delete set null
);
