-- works with code from 0030
--
-- Rotations that a person keeps, to be laid over the calendar again.

create table shift_patterns (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- duties in their order, and on how many days each
  steps jsonb not null,
  -- a day on which the rotation begins with its first step
  starts_on date not null,
  updated_at timestamptz not null
);
create unique index shift_patterns_of_person on shift_patterns (user_id, lower(name));
