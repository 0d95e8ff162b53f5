-- works with code from 0028
--
-- Entries that a person recorded at once, for as long as they can be taken back.

create table shift_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  shift_ids uuid[] not null,
  -- what stood on those days before: date, duty and notes of each
  replaced jsonb not null
);
create index shift_batches_of_person on shift_batches (user_id, created_at);
create index shift_batches_by_age on shift_batches (created_at);
