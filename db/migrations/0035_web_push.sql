-- works with code from 0034
--
-- Notifications as pushes: the server's key, people's devices and wishes, and what is to be sent where.

create table push_keys (
  is_the_only_row boolean primary key default true constraint push_keys_one_row check (is_the_only_row),
  -- P-256 point, uncompressed, base64url: what browsers subscribe with
  public_key text not null,
  private_key_encrypted bytea not null,
  created_at timestamptz not null
);

create table push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- a device ends with the session it was switched on in
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null constraint push_devices_one_endpoint unique,
  -- scheme, host and port of the endpoint: so many sendings to one service at a time
  origin text not null,
  p256dh text not null,
  auth text not null,
  -- in plain words, 'Chrome su Android'
  label text,
  created_at timestamptz not null,
  last_delivered_at timestamptz,
  last_failed_at timestamptz
);
create index push_devices_of_person on push_devices (user_id);
create index push_devices_of_session on push_devices (session_id);

-- who has no row has the defaults of src/domain/push
create table push_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  subjects_off text[] not null,
  quiet_from time(0) not null,
  quiet_to time(0) not null,
  shows_details boolean not null
);

-- written with the notification; claimed before it is sent, so that none is sent twice
create table push_outbox (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references notifications (id) on delete cascade,
  device_id uuid not null references push_devices (id) on delete cascade,
  status text not null default 'queued'
    constraint push_status_known check (status in ('queued', 'sending', 'sent', 'dropped', 'failed', 'unsure')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- it waited for the end of somebody's quiet hours
  was_held boolean not null default false,
  claimed_at timestamptz,
  created_at timestamptz not null,
  constraint push_outbox_once_a_device unique (notification_id, device_id)
);
create index push_outbox_due on push_outbox (due_at, id) where status = 'queued';
create index push_outbox_claimed on push_outbox (claimed_at) where status = 'sending';
create index push_outbox_of_device on push_outbox (device_id, status);
create index push_outbox_old on push_outbox (created_at);
