-- works with code from 0039
--
-- Notifications of one event, for whose people's devices pushes are to be queued: a row for two hundred of them.
create table push_events (
  id uuid primary key default gen_random_uuid(),
  notification_ids uuid[] not null,
  created_at timestamptz not null
);

-- until then its push service wants to hear nothing (Retry-After)
alter table push_devices add column paused_until timestamptz;
