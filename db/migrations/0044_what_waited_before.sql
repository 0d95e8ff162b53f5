-- works with code from 0039
--
-- What waited for people without an account until a newer roster said otherwise: it waits again when that one is undone,
-- and goes once it can no longer be.
create table unclaimed_replaced (
  -- the newer roster, and the one that had brought the shift
  replaced_by uuid not null references rosters (id) on delete cascade,
  roster_id uuid not null references rosters (id) on delete cascade,
  name text not null,
  name_key text not null,
  day date not null,
  duty jsonb not null,
  replaced_at timestamptz not null,
  primary key (replaced_by, name_key, day)
);
create index unclaimed_replaced_of_roster on unclaimed_replaced (roster_id);
create index unclaimed_replaced_by_time on unclaimed_replaced (replaced_at);
