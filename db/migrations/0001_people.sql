-- Worksites, people, sessions. Every table that belongs to a worksite carries worksite_id: it is the row that
-- swap commands lock, and the key by which a larger installation would be distributed.

create table worksites (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint worksite_name_not_blank check (btrim(name) <> ''),
  description text not null default '',
  access_code text not null constraint worksite_access_code_length check (length(access_code) >= 4),
  email text not null constraint worksite_email_shape check (email like '%_@_%'),
  is_active boolean not null default true,
  -- false for the management worksite: nobody can register there
  is_registration_open boolean not null default true,
  created_at timestamptz not null default now()
);

create unique index worksites_one_name on worksites (lower(name));

create table users (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- compared without case and outer blanks: stored that way
  email text not null constraint user_email_normalised check (email = lower(btrim(email)) and email like '%_@_%'),
  -- null: nobody can sign in with a password yet (a one-time link sets it) or any more (anonymised)
  password_hash text,
  first_name text not null,
  last_name text not null,
  role text not null constraint user_role_known check (role in ('operatore', 'team_leader', 'coordinatore', 'admin')),
  contract_hours smallint not null default 8
    constraint user_contract_hours_range check (contract_hours between 4 and 12),
  enable_flexible_shifts boolean not null default false,
  taxi_license text,
  phone_number text,
  may_review_codes boolean not null default false,
  is_active boolean not null default true,
  accepted_terms_at timestamptz,
  accepted_terms_version text,
  -- a day in Europe/Rome, written at most once a day; retention counts from it
  last_active_on date,
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),
  constraint users_one_email unique (email),
  -- lets other tables prove that a person and a row belong to the same worksite
  constraint users_with_worksite unique (id, worksite_id)
);

create index users_by_worksite on users (worksite_id, last_name, first_name);
create index users_by_creation on users (created_at);
create index users_idle on users (last_active_on) where anonymised_at is null;

create table sessions (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the cookie's token; the token itself is stored nowhere
  token_hash bytea not null constraint sessions_one_token unique,
  user_id uuid not null references users (id) on delete cascade,
  -- set while a CEO acts as this user: the CEO's own session, which the person returns to
  parent_session_id uuid references sessions (id) on delete cascade,
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index sessions_by_user on sessions (user_id);
create index sessions_by_parent on sessions (parent_session_id) where parent_session_id is not null;
create index sessions_by_expiry on sessions (expires_at);

-- Single-use links: lost password, and the first password of a CEO account made at start-up.
create table password_links (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index password_links_by_user on password_links (user_id);
create index password_links_by_expiry on password_links (expires_at);

-- Attempts counted per address and per account, shared by all server processes. Keys are hashes.
create table attempt_counters (
  key bytea not null,
  window_started_at timestamptz not null,
  attempts integer not null constraint attempts_not_negative check (attempts >= 0),
  constraint attempt_counters_pkey primary key (key)
);

create index attempt_counters_by_age on attempt_counters (window_started_at);
