-- works with code from 0030
--
-- People of a worksite's rosters who have no account yet, with their working shifts, and the invitations to register.

create table unclaimed_people (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- as written in the file, and as names are compared
  name text not null,
  name_key text not null,
  created_at timestamptz not null,
  constraint unclaimed_people_one_name unique (worksite_id, name_key)
);

create table unclaimed_shifts (
  person_id uuid not null references unclaimed_people (id) on delete cascade,
  day date not null,
  roster_id uuid not null references rosters (id) on delete cascade,
  -- a working shift, never an absence
  duty jsonb not null
    constraint unclaimed_shift_works check (duty ->> 'workLocation' in ('sede', 'smart_working')),
  primary key (person_id, day)
);
create index unclaimed_shifts_of_roster on unclaimed_shifts (roster_id);

create table invitations (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- null: for the wall, stands for the access code
  person_id uuid constraint invitations_one_a_person unique references unclaimed_people (id) on delete cascade,
  -- SHA-256 of the token in the link; the token itself is stored nowhere
  token_hash bytea not null constraint invitations_one_token unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invitations_one_a_wall on invitations (worksite_id) where person_id is null;
create index invitations_of_worksite on invitations (worksite_id);
