-- works with code from 0030
--
-- Secret addresses at which calendar programs read a person's shifts, and what each has shown so far.

create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  -- SHA-256 of the token in the address; the token itself is stored nowhere
  token_hash bytea not null constraint calendar_feeds_one_token unique,
  with_notes boolean not null,
  with_absences boolean not null,
  -- rises whenever what is shown changes
  revision integer not null default 0,
  created_at timestamptz not null
);

create table calendar_feed_events (
  user_id uuid not null references calendar_feeds (user_id) on delete cascade,
  -- outlives the entry: what is gone is shown as cancelled for a while
  shift_id uuid not null,
  -- 2: the second half of a split shift
  part smallint not null constraint feed_event_part_known check (part in (1, 2)),
  day date not null,
  -- null: all day
  start_time time(0),
  end_time time(0),
  -- of all that was shown, notes included
  content_hash text not null,
  sequence integer not null,
  changed_at timestamptz not null,
  cancelled_at timestamptz,
  constraint calendar_feed_events_pkey primary key (user_id, shift_id, part)
);
