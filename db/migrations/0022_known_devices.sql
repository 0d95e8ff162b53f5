-- Browsers in which a person has signed in: their attempts are counted apart from strangers' (decision 43).
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  used_at timestamptz not null,
  -- a browser may be several people's
  constraint known_devices_pkey primary key (token_hash, user_id)
);

create index known_devices_of_person on known_devices (user_id, used_at);
create index known_devices_by_age on known_devices (used_at);
