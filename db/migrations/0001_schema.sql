-- All tables, by feature: people, signing in, the calendar, swaps, rosters, messages, operation codes, administration.
--
-- A table that belongs to a worksite carries worksite_id: commands lock that worksite's row, and a larger installation
-- would be sharded by it. Days are days in Europe/Rome. The code depends on the names of constraints and indexes:
-- src/server/platform/errors/handler.ts maps them to messages.
--
-- Edited in place until 1.0.0; after that it never changes, and each change is a new file.


-- People

create table worksites (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint worksite_name_not_blank check (btrim(name) <> ''),
  description text not null default '',
  access_code text not null constraint worksite_access_code_length check (length(access_code) >= 4),
  email text not null constraint worksite_email_shape check (email like '%_@_%'),
  -- fixed when the worksite is created
  variant text not null default 'standard' constraint worksite_variant_known check (variant in ('standard', 'taxi')),
  is_active boolean not null default true,
  -- counts changes to anything its requests are judged by
  revision bigint not null default 0,
  -- false for the management worksite: nobody can register there
  is_registration_open boolean not null default true,
  -- requests expire this many hours before the offered shift begins
  swap_cutoff_hours smallint not null default 0
    constraint worksite_swap_cutoff_known check (swap_cutoff_hours between 0 and 168),
  -- null: every kind of the worksite's variant
  swap_kinds text[] constraint worksite_swap_kinds_known check (swap_kinds <@ array['turno', 'settimana', 'ferie', 'giorno']),
  swap_approval text not null default 'automatica'
    constraint worksite_swap_approval_known check (swap_approval in ('automatica', 'automatica_senza_avvisi', 'sempre')),
  -- limits on working time for swaps; null: the defaults of its variant
  rest_rules jsonb,
  roster_mode text not null default 'proposta' constraint worksite_roster_mode_known check (roster_mode in ('proposta', 'subito')),
  -- how this worksite's roster files are read, remembered from earlier ones
  roster_legend jsonb,
  roster_layout jsonb,
  created_at timestamptz not null default now()
);
create unique index worksites_one_name on worksites (lower(name));

create table users (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- stored in lower case and trimmed, and compared that way
  email text not null constraint user_email_normalised check (email = lower(btrim(email)) and email like '%_@_%'),
  -- null: no password yet (a one-time link sets it), or none any more (anonymised)
  password_hash text,
  first_name text not null,
  last_name text not null,
  role text not null constraint user_role_known check (role in ('operatore', 'team_leader', 'coordinatore', 'admin')),
  contract_hours smallint not null default 8 constraint user_contract_hours_range check (contract_hours between 4 and 12),
  enable_flexible_shifts boolean not null default false,
  taxi_license text,
  phone_number text,
  may_review_codes boolean not null default false,
  may_approve_swaps boolean not null default false,
  may_load_shifts boolean not null default false,
  is_active boolean not null default true,
  accepted_terms_at timestamptz,
  accepted_terms_version text,
  -- written at most once a day; retention is counted from it
  last_active_on date,
  anonymised_at timestamptz,
  created_at timestamptz not null default now(),
  constraint users_one_email unique (email),
  -- lets other tables prove that a person and a row belong to the same worksite
  constraint users_with_worksite unique (id, worksite_id)
);

-- The words a person is found by: names, e-mail and licence, without case or accents.
create function person_words(first_name text, last_name text, email text, taxi_license text) returns tsvector
  -- a high cost, and plpgsql since `sql` would be inlined: otherwise the planner prefers a full scan to the index
  language plpgsql immutable parallel safe cost 500 as $$
begin
  return array_to_tsvector(array_remove(string_to_array(translate(
    regexp_replace(
      lower(normalize(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(taxi_license, ''), NFD)),
      '[\u0300-\u036f]+', '', 'g'),
    '@._-+/''’`"()&,;:#*', '                  '), ' '), ''));
end
$$;

create index users_by_words on users using gin (person_words(first_name, last_name, email, taxi_license));
create index users_by_name on users (last_name, first_name, id);
create index users_by_worksite on users (worksite_id, last_name, first_name);
create index users_by_creation on users (created_at);
create index users_admins on users (last_name, first_name, id) where role = 'admin';
create index users_who_approve on users (worksite_id) where may_approve_swaps;
create index users_idle on users (last_active_on) where anonymised_at is null;


-- Signing in. Tokens in cookies and links are stored only as SHA-256 hashes.

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null constraint sessions_one_token unique,
  user_id uuid not null references users (id) on delete cascade,
  -- set while a CEO acts as this user: the CEO's own session, restored afterwards
  parent_session_id uuid references sessions (id) on delete cascade,
  is_remembered boolean not null,
  -- from the user agent, in plain words ('Chrome su Android'); the user agent itself is not kept
  device text constraint session_device_length check (length(device) <= 80),
  created_at timestamptz not null default now(),
  -- written at most every few minutes
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_parent on sessions (parent_session_id) where parent_session_id is not null;
create index sessions_by_expiry on sessions (expires_at);

-- Single-use links: for a lost password, and for the first password of a CEO account created at start.
create table password_links (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_by_user on password_links (user_id);
create index password_links_by_expiry on password_links (expires_at);

-- Browsers a person has signed in from: their sign-in attempts are counted separately from strangers'.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  used_at timestamptz not null,
  -- several people may share a browser
  constraint known_devices_pkey primary key (token_hash, user_id)
);
create index known_devices_of_person on known_devices (user_id, used_at);
create index known_devices_by_age on known_devices (used_at);

-- Attempts per address and per account, counted across all server processes. Keys are hashes.
create table attempt_counters (
  key bytea primary key,
  window_started_at timestamptz not null,
  attempts integer not null constraint attempts_not_negative check (attempts >= 0)
);
create index attempt_counters_by_age on attempt_counters (window_started_at);


-- The calendar: one entry per person and day. A working entry has times; a rest, holiday or sick day has none.

create table shifts (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null,
  user_id uuid not null,
  -- the day it starts; taxi shifts may end on the next one
  day date not null,
  work_location text not null
    constraint shift_work_location_known check (work_location in ('smart_working', 'sede', 'libero', 'ferie', 'malattia')),
  start_time time(0),
  end_time time(0),
  shift_type text constraint shift_type_known check (shift_type in ('mattina', 'pomeriggio', 'sera', 'notte', 'seminotte')),
  is_split_shift boolean not null default false,
  second_start_time time(0),
  second_end_time time(0),
  notes text constraint shift_notes_length check (length(notes) <= 1000),
  -- the swap that created this entry; cleared when the entry is edited
  from_swap_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint one_entry_a_person_a_day unique (user_id, day),
  constraint shift_of_a_colleague foreign key (user_id, worksite_id) references users (id, worksite_id) on delete cascade,
  constraint shift_times_go_with_work check (
    case when work_location in ('smart_working', 'sede')
      then start_time is not null and end_time is not null and shift_type is not null and start_time <> end_time
      else start_time is null and end_time is null and shift_type is null and not is_split_shift
    end
  ),
  constraint shift_split_has_two_parts check (
    case when is_split_shift
      then second_start_time >= end_time and second_end_time > second_start_time
        and second_start_time is not null and second_end_time is not null
      else second_start_time is null and second_end_time is null
    end
  )
);
-- includes the kind, so that entries are counted by an index-only scan
create index shifts_by_worksite_day on shifts (worksite_id, day, work_location);
create index shifts_by_creation on shifts (created_at desc, id desc);
create index shifts_by_swap on shifts (from_swap_id) where from_swap_id is not null;

-- Entries recorded together, kept as long as they can be undone.
create table shift_batches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  shift_ids uuid[] not null,
  -- the previous entries of those days: date, duty and notes of each
  replaced jsonb not null
);
create index shift_batches_of_person on shift_batches (user_id, created_at);
create index shift_batches_by_age on shift_batches (created_at);

-- Rotations a person has saved, to apply again.
create table shift_patterns (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- duties in order, each with its number of days
  steps jsonb not null,
  -- a day on which the first step begins
  starts_on date not null,
  updated_at timestamptz not null
);
create unique index shift_patterns_of_person on shift_patterns (user_id, lower(name));

-- Secret addresses from which calendar apps read a person's shifts.
create table calendar_feeds (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash bytea not null constraint calendar_feeds_one_token unique,
  with_notes boolean not null,
  with_absences boolean not null,
  -- incremented whenever the feed's content changes
  revision integer not null default 0,
  created_at timestamptz not null
);

-- What each feed has shown so far.
create table calendar_feed_events (
  user_id uuid not null references calendar_feeds (user_id) on delete cascade,
  -- outlives the entry: a removed one is shown as cancelled for a while
  shift_id uuid not null,
  -- 2: the second half of a split shift
  part smallint not null constraint feed_event_part_known check (part in (1, 2)),
  day date not null,
  -- null: all day
  start_time time(0),
  end_time time(0),
  -- of the whole event, notes included
  content_hash text not null,
  sequence integer not null,
  changed_at timestamptz not null,
  cancelled_at timestamptz,
  constraint calendar_feed_events_pkey primary key (user_id, shift_id, part)
);


-- Swaps. A request offers duties; colleagues pre-accept with duties of their own; the requester confirms one.
-- Completing a swap consumes the shift rows of both sides and writes new ones: a row can be consumed once.
--
-- Duties are kept as JSON beside the live rows: an array of
-- {date, shiftId, workLocation, startTime, endTime, shiftType, isSplitShift, secondStartTime, secondEndTime}.

create table exchange_requests (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null,
  requester_id uuid not null,
  -- a shift, a taxi week, a taxi week of holidays, a day for another day
  kind text not null constraint exchange_kind_known check (kind in ('turno', 'settimana', 'ferie', 'giorno')),
  status text not null default 'aperta'
    constraint exchange_status_known check (status in ('aperta', 'completata', 'rifiutata', 'annullata')),
  offered_shift_id uuid constraint exchange_offered_shift references shifts (id) on delete set null,
  offered_duties jsonb not null,
  -- the first day of the offer, so that lists need no join
  offered_day date not null,
  requested_day date not null,
  requested_shift_type text constraint exchange_requested_type_known
    check (requested_shift_type in ('mattina', 'pomeriggio', 'sera', 'notte', 'seminotte')),
  -- taxi: the Saturdays that begin the offered and the wanted week
  offered_week date,
  wanted_week date,
  -- `giorno`: the days its requester would work instead; the calendar says which are still free
  acceptable_days date[],
  -- null where the days were chosen one by one
  within_days smallint constraint exchange_within_days_known check (within_days in (7, 14)),
  requester_contract_hours smallint not null,
  requester_role text not null,
  message text constraint exchange_message_length check (length(message) <= 500),
  -- when the offer can no longer be swapped: the start of the earliest duty involved, minus the worksite's cut-off
  expires_at timestamptz not null,
  -- as of its last change: somebody declined or was refused, and nobody else could take it
  nobody_left boolean not null default false,
  -- the requester is told once
  nobody_left_told boolean not null default false,
  -- when the offer last changed: earlier notifications about it are obsolete
  changed_at timestamptz,
  close_reason text constraint exchange_close_reason_known check (close_reason in (
    'swapped_elsewhere', 'day_begun', 'shift_changed', 'owner_changed', 'owner_deactivated', 'nobody_left'
  )),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint exchange_of_a_colleague
    foreign key (requester_id, worksite_id) references users (id, worksite_id) on delete cascade,
  constraint exchange_open_has_shift check (status <> 'aperta' or offered_shift_id is not null),
  constraint exchange_closed_when_closed check ((status = 'aperta') = (closed_at is null)),
  constraint exchange_type_unless_holidays check (kind in ('ferie', 'giorno') or requested_shift_type is not null),
  -- named shifts are swapped within a week, holidays between two
  constraint exchange_weeks_unless_single check (
    case kind
      when 'turno' then offered_week is null and wanted_week is null
      when 'giorno' then offered_week is null and wanted_week is null
      when 'settimana' then offered_week is not null and wanted_week is not null and offered_week = wanted_week
      else offered_week is not null and wanted_week is not null and offered_week <> wanted_week
    end
  ),
  constraint exchange_weeks_start_on_saturday check (
    (offered_week is null or extract(isodow from offered_week) = 6)
    and (wanted_week is null or extract(isodow from wanted_week) = 6)
  ),
  constraint exchange_days_for_a_day check (
    case kind
      when 'giorno' then acceptable_days is not null and cardinality(acceptable_days) between 1 and 31
        and array_position(acceptable_days, null) is null and requested_day <> all (acceptable_days)
      else acceptable_days is null and within_days is null
    end
  )
);
create unique index one_open_request_a_shift on exchange_requests (offered_shift_id) where status = 'aperta';
-- a week can be offered through any of its shifts, but only once at a time
create unique index one_open_request_a_week on exchange_requests (requester_id, offered_week, kind) where status = 'aperta';
-- counted by an index-only scan
create index exchange_open_of_worksite on exchange_requests (worksite_id, requested_day)
  include (id, requester_id, requester_contract_hours, kind, expires_at) where status = 'aperta';
create index exchange_open_for_days on exchange_requests (worksite_id, requested_day)
  where status = 'aperta' and kind = 'giorno';
create index exchange_open_by_worksite_week on exchange_requests (worksite_id, wanted_week)
  where status = 'aperta' and wanted_week is not null;
create index exchange_open_by_expiry on exchange_requests (expires_at) where status = 'aperta';
create index exchange_by_requester on exchange_requests (requester_id, status, updated_at desc, id);
create index exchange_by_shift on exchange_requests (offered_shift_id) where offered_shift_id is not null;
create index exchange_closed_by_time on exchange_requests (closed_at) where closed_at is not null;

create table pre_acceptances (
  request_id uuid not null references exchange_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  status text not null default 'offerta'
    constraint pre_acceptance_status_known check (status in ('offerta', 'scelta', 'ritirata', 'rifiutata', 'decaduta')),
  offered_shift_id uuid constraint pre_acceptance_shift references shifts (id) on delete set null,
  offered_duties jsonb not null,
  -- A confirmed swap may wait for approval. While the chosen offer is open it reserves the duties that would change
  -- hands; ending the offer ends the wait.
  reserved_since timestamptz,
  -- when the first of those shifts begins, or reaches its cut-off
  reserved_until timestamptz,
  reserved_shift_ids uuid[],
  -- when the approvers were reminded
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pre_acceptances_pkey primary key (request_id, user_id),
  constraint pre_acceptance_open_has_shift check (status <> 'offerta' or offered_shift_id is not null),
  constraint pre_acceptance_reserved_wholly
    check (num_nulls(reserved_since, reserved_until, reserved_shift_ids) in (0, 3))
);
create unique index one_chosen_pre_acceptance on pre_acceptances (request_id) where status = 'scelta';
create unique index one_reserved_offer on pre_acceptances (request_id)
  where status = 'offerta' and reserved_until is not null;
create index reserved_offers on pre_acceptances (reserved_until, request_id)
  where status = 'offerta' and reserved_until is not null;
create index reserved_duties on pre_acceptances using gin (reserved_shift_ids)
  where status = 'offerta' and reserved_until is not null;
create index pre_acceptances_by_user on pre_acceptances (user_id, status, updated_at desc);
create index pre_acceptances_by_shift on pre_acceptances (offered_shift_id) where offered_shift_id is not null;

-- Colleagues who declined, or withdrew a pre-acceptance.
create table exchange_rejections (
  request_id uuid not null references exchange_requests (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint exchange_rejections_pkey primary key (request_id, user_id)
);
create index exchange_rejections_by_user on exchange_rejections (user_id, created_at desc);

-- The history of swaps, for both people and for the record; survives the deletion of an account.
create table completed_swaps (
  id uuid primary key default gen_random_uuid(),
  request_id uuid constraint completed_swap_request references exchange_requests (id) on delete set null,
  worksite_id uuid not null references worksites (id) on delete cascade,
  kind text not null,
  requester_id uuid references users (id) on delete set null,
  accepter_id uuid references users (id) on delete set null,
  -- {role, contractHours, taxiLicense, phoneNumber} at that time; licence and phone are removed with the account
  requester_snapshot jsonb not null,
  accepter_snapshot jsonb not null,
  requester_gave jsonb not null,
  accepter_gave jsonb not null,
  -- limits on working time it broke, as shown to both people
  rest_breaches jsonb,
  exchange_day date not null,
  requested_at timestamptz not null,
  offered_at timestamptz not null,
  completed_at timestamptz not null default now(),
  constraint completed_swap_of_two check (requester_id <> accepter_id)
);
create unique index one_completion_a_request on completed_swaps (request_id) where request_id is not null;
create index completed_swaps_by_requester on completed_swaps (requester_id, completed_at desc, id);
create index completed_swaps_by_accepter on completed_swaps (accepter_id, completed_at desc, id);
create index completed_swaps_by_worksite on completed_swaps (worksite_id, completed_at desc);
create index completed_swaps_by_time on completed_swaps (completed_at);

-- swaps, requests and shifts reference one another
alter table shifts add constraint shift_from_swap
  foreign key (from_swap_id) references completed_swaps (id) on delete set null;

-- One row for each shift row that a swap consumed.
create table swapped_shifts (
  -- a shift row is swapped once
  shift_id uuid constraint one_completion_a_duty primary key,
  swap_id uuid not null references completed_swaps (id) on delete cascade,
  gave text not null constraint swapped_shift_side_known check (gave in ('requester', 'accepter')),
  day date not null
);
create index swapped_shifts_by_swap on swapped_shifts (swap_id);


-- Rosters of a worksite: what was loaded, by whom, and how people answered. Among rosters that were not undone, a
-- person's latest row for a day counts.

create table rosters (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  loader_id uuid references users (id) on delete set null,
  title text not null,
  first_day date not null,
  last_day date not null,
  -- true: entered at once; false: proposed
  is_entered boolean not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  -- their order: two may have the same timestamp
  number bigint generated always as identity,
  constraint roster_days_in_order check (first_day <= last_day)
);
create index rosters_of_worksite on rosters (worksite_id, number);
create index rosters_of_loader on rosters (loader_id);
create index rosters_by_end on rosters (last_day);

create table roster_rows (
  roster_id uuid not null references rosters (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  -- null: does not work that day, reason unspecified
  duty jsonb,
  status text not null constraint roster_row_status_known check (status in ('waiting', 'same', 'accepted', 'declined')),
  answered_at timestamptz,
  -- the entry it wrote and the one it replaced, to undo it
  shift_id uuid,
  replaced jsonb,
  primary key (roster_id, user_id, day)
);
create index roster_rows_of_person on roster_rows (user_id, day);
create index waiting_roster_rows on roster_rows (user_id, day) where status = 'waiting';
create index roster_rows_with_replaced on roster_rows (roster_id) where replaced is not null;

-- Which person a name in a worksite's files means, where somebody had to say so.
create table roster_names (
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- normalised for comparison
  name_key text not null constraint roster_name_short check (length(name_key) between 1 and 120),
  -- null: nobody yet, or a row to be ignored
  user_id uuid references users (id) on delete cascade,
  is_without_account boolean not null,
  -- other people with that name at the time
  others uuid[] not null,
  said_at timestamptz not null,
  primary key (worksite_id, name_key),
  constraint roster_name_means_one check (user_id is null or not is_without_account)
);
create index roster_names_of_person on roster_names (user_id);
create index roster_names_by_age on roster_names (said_at);
create index roster_names_without_account on roster_names (worksite_id, name_key) where is_without_account;

-- People of rosters who have no account yet.
create table unclaimed_people (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- as written in the file, and normalised for comparison
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
  duty jsonb not null constraint unclaimed_shift_works check (duty ->> 'workLocation' in ('sede', 'smart_working')),
  primary key (person_id, day)
);
create index unclaimed_shifts_of_roster on unclaimed_shifts (roster_id);

-- Unclaimed shifts replaced by a newer roster: restored when that roster is undone, removed when it no longer can be.
create table unclaimed_replaced (
  -- the newer roster, and the one the shift came from
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

-- Registration links.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- null: the worksite's public link, equivalent to its access code
  person_id uuid constraint invitations_one_a_person unique references unclaimed_people (id) on delete cascade,
  token_hash bytea not null constraint invitations_one_token unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invitations_one_a_wall on invitations (worksite_id) where person_id is null;
create index invitations_of_worksite on invitations (worksite_id);


-- Messages: mails, and notifications on screen, by mail and as pushes. Rows hold facts; the text is composed when a
-- message is sent or shown.
--
-- queued -> sending -> sent. `sending` is committed before the message is handed over: a row found in that state after a
-- crash may or may not have been sent, becomes `unsure` and is never resent automatically.

create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  -- the same mail is queued once, however often a command is repeated
  dedupe_key text not null constraint mail_queued_once unique,
  kind text not null,
  swap_id uuid references completed_swaps (id) on delete cascade,
  -- sent to the account's address, otherwise to `recipient`
  user_id uuid references users (id) on delete cascade,
  recipient text,
  status text not null default 'queued'
    constraint mail_status_known check (status in ('queued', 'sending', 'sent', 'failed', 'unsure')),
  -- the secret part of the text, encrypted
  sealed_link bytea,
  -- pointless after this moment
  useless_after timestamptz,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  constraint mail_goes_to_one check ((recipient is null) <> (user_id is null)),
  constraint mail_link_only_until_sent check (sealed_link is null or status in ('queued', 'sending'))
);
create index mail_outbox_due on mail_outbox (due_at) where status = 'queued';
create index mail_outbox_claimed on mail_outbox (claimed_at) where status = 'sending';
create index mail_outbox_useless on mail_outbox (useless_after) where status = 'queued' and useless_after is not null;
create index mail_outbox_by_status on mail_outbox (status, created_at desc);
create index mail_outbox_by_swap on mail_outbox (swap_id) where swap_id is not null;
create index mail_outbox_by_user on mail_outbox (user_id) where user_id is not null;

-- The sending account, as configured by the CEO.
create table mail_settings (
  is_the_only_row boolean primary key default true constraint mail_settings_single check (is_the_only_row),
  account text not null,
  host text not null,
  port integer not null constraint mail_port_range check (port between 1 and 65535),
  is_tls boolean not null,
  -- encrypted with the application's secret, like every encrypted column
  password_encrypted bytea not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id) on delete set null
);

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- see src/domain/notifications/types.ts
  type text not null,
  -- whom it is about; no foreign key, so that deleting an account need not search here: the text says that person is gone
  person_id uuid,
  -- null: the type's general sentence is shown
  facts jsonb,
  related_request_id uuid references exchange_requests (id) on delete set null,
  is_read boolean not null default false,
  -- for people without a push device: set with the notification, cleared once it is in a mail or no longer needs one
  mail_due_at timestamptz,
  mail_id uuid references mail_outbox (id) on delete set null,
  created_at timestamptz not null default now()
);
create index notifications_by_user on notifications (user_id, created_at desc, id desc);
create index notifications_by_type on notifications (user_id, type, created_at desc, id desc);
create index notifications_unread on notifications (user_id, type) where not is_read;
-- notifications that may still be current are found from the open requests
create index notifications_by_request on notifications (related_request_id, user_id) where related_request_id is not null;
create index notifications_to_mail on notifications (mail_due_at) where mail_due_at is not null;
create index notifications_to_mail_of_person on notifications (user_id) where mail_due_at is not null;
create index notifications_of_mail on notifications (mail_id) where mail_id is not null;

-- No row: mails on all subjects.
create table mail_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  subjects_off text[] not null
);

-- The server's key for pushes.
create table push_keys (
  is_the_only_row boolean primary key default true constraint push_keys_one_row check (is_the_only_row),
  -- uncompressed P-256 point, base64url: browsers subscribe with it
  public_key text not null,
  private_key_encrypted bytea not null,
  created_at timestamptz not null
);

create table push_devices (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- a device is removed with the session it was registered in
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null constraint push_devices_one_endpoint unique,
  -- scheme, host and port of the endpoint: concurrent requests to one push service are limited
  origin text not null,
  p256dh text not null,
  auth text not null,
  -- in plain words ('Chrome su Android')
  label text,
  created_at timestamptz not null,
  last_delivered_at timestamptz,
  last_failed_at timestamptz,
  -- the push service's Retry-After
  paused_until timestamptz
);
create index push_devices_of_person on push_devices (user_id);
create index push_devices_of_session on push_devices (session_id);

-- No row: the defaults in src/domain/notifications/push.
create table push_preferences (
  user_id uuid primary key references users (id) on delete cascade,
  subjects_off text[] not null,
  quiet_from time(0) not null,
  quiet_to time(0) not null,
  shows_details boolean not null
);

-- Notifications whose pushes are still to be queued, up to two hundred per row.
create table push_events (
  id uuid primary key default gen_random_uuid(),
  notification_ids uuid[] not null,
  created_at timestamptz not null
);

create table push_outbox (
  id uuid primary key default gen_random_uuid(),
  notification_id uuid not null references notifications (id) on delete cascade,
  device_id uuid not null references push_devices (id) on delete cascade,
  status text not null default 'queued'
    constraint push_status_known check (status in ('queued', 'sending', 'sent', 'dropped', 'failed', 'unsure')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- was held until the end of quiet hours
  was_held boolean not null default false,
  -- the tag it was shown under, by which a later push closes it; null: not sent yet
  tag text,
  claimed_at timestamptz,
  created_at timestamptz not null,
  constraint push_outbox_once_a_device unique (notification_id, device_id)
);
create index push_outbox_due on push_outbox (due_at, id) where status = 'queued';
create index push_outbox_claimed on push_outbox (claimed_at) where status = 'sending';
create index push_outbox_of_device on push_outbox (device_id, status);
create index push_outbox_old on push_outbox (created_at);


-- Operation codes, paid after review.

create table operation_codes (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null,
  user_id uuid not null,
  -- the CEO who acted as the owner; null: the owner entered it
  entered_by uuid references users (id) on delete set null,
  type text not null constraint operation_type_known check (type in ('OPP', 'Case')),
  code text not null,
  description text constraint operation_description_length check (length(description) <= 500),
  status text not null default 'pending'
    constraint operation_status_known check (status in ('pending', 'approved', 'rejected')),
  submitted_at timestamptz not null default now(),
  reviewed_at timestamptz,
  reviewed_by uuid references users (id) on delete set null,
  rejection_reason text constraint operation_reason_length check (length(rejection_reason) <= 500),
  constraint operation_of_a_colleague
    foreign key (user_id, worksite_id) references users (id, worksite_id) on delete cascade,
  constraint operation_code_shape check (
    case type when 'OPP' then code ~ '^OP[A-Z0-9]+$' else code ~ '^[0-9]+$' end and length(code) <= 60
  ),
  constraint operation_reviewed_when_processed check ((status = 'pending') = (reviewed_at is null)),
  constraint nobody_reviews_their_own_code check (reviewed_by <> user_id),
  constraint nobody_reviews_what_they_entered check (reviewed_by <> entered_by)
);
-- a rejected code can be entered again
create unique index one_code_a_person on operation_codes (user_id, type, code) where status <> 'rejected';
-- finds the same code entered by several people of a worksite
create index operation_codes_by_code on operation_codes (worksite_id, type, code);
-- lists, newest first: of a person, of a worksite, of all
create index operation_codes_by_user on operation_codes (user_id, type, submitted_at desc);
create index operation_codes_by_worksite_type on operation_codes (worksite_id, type, submitted_at desc, id desc);
create index operation_codes_by_worksite_status on operation_codes (worksite_id, type, status, submitted_at desc, id desc);
create index operation_codes_by_type on operation_codes (type, submitted_at desc, id desc);
create index operation_codes_by_status on operation_codes (type, status, submitted_at desc, id desc);
create index operation_codes_by_reviewer on operation_codes (reviewed_by) where reviewed_by is not null;
create index operation_codes_by_entry on operation_codes (entered_by) where entered_by is not null;


-- Administration

-- What maintenance knows about the server's clock, and the CEO's answer. One row after the first run.
create table upkeep_state (
  is_only_row boolean primary key default true constraint upkeep_state_one_row check (is_only_row),
  clock text not null constraint upkeep_state_clock_known check (clock in ('steady', 'resumed', 'suspected')),
  seen_at timestamptz not null,
  steady_seconds integer not null,
  -- the CEO agreed to anonymise accounts last active on or before this day
  agreed_day date
);

-- The audit log.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- who did it; while impersonating, actor is the CEO and acted_as the person
  actor_id uuid,
  acted_as_id uuid,
  worksite_id uuid,
  action text not null,
  target_type text not null,
  target_id uuid,
  before jsonb,
  after jsonb
);
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_actor on audit_log (actor_id, at desc);
create index audit_log_by_acted_as on audit_log (acted_as_id, at desc) where acted_as_id is not null;
create index audit_log_by_target on audit_log (target_id, at desc);
create index audit_log_by_action on audit_log (action, at desc);

-- Records have a retention period. Only a transaction that sets the start of that period may delete older ones, and never
-- those of the last year; everything else is refused.
create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_level = 'ROW' and tg_op = 'DELETE' then
    if old.at < nullif(current_setting('turnario.audit_kept_since', true), '')::timestamptz
      and old.at < now() - interval '1 year'
    then
      return old;
    end if;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege', constraint = 'audit_append_only';
end
$$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_is_append_only();

-- While a CEO acts as somebody, the call's transaction collects every changed row here, before and after; its last
-- statement writes them to audit_log. For everybody else the triggers' condition is false. The log outlives accounts, so
-- it holds no personal data: for such columns it only records that they changed.
create function collect_recorded_change() returns trigger language plpgsql as $$
declare
  personal constant text[] := array['first_name', 'last_name', 'email', 'password_hash', 'taxi_license',
    'phone_number', 'notes', 'message', 'description', 'rejection_reason',
    -- it reveals the reason for an absence
    'work_location'];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  perform set_config('turnario.changes',
    (coalesce(nullif(current_setting('turnario.changes', true), ''), '[]')::jsonb || jsonb_strip_nulls(jsonb_build_object(
      'table', tg_table_name, 'before', old_row - personal, 'after', new_row - personal,
      'personal', case when tg_op = 'UPDATE' then
        (select jsonb_agg(name) from unnest(personal) name where old_row -> name is distinct from new_row -> name) end
    )))::text, true);
  return null;
end
$$;

create trigger recorded_changes after insert or update or delete on users
  for each row when (current_setting('turnario.is_recorded', true) = 'on') execute function collect_recorded_change();
create trigger recorded_changes after insert or update or delete on shifts
  for each row when (current_setting('turnario.is_recorded', true) = 'on') execute function collect_recorded_change();
create trigger recorded_changes after insert or update or delete on exchange_requests
  for each row when (current_setting('turnario.is_recorded', true) = 'on') execute function collect_recorded_change();
create trigger recorded_changes after insert or update or delete on pre_acceptances
  for each row when (current_setting('turnario.is_recorded', true) = 'on') execute function collect_recorded_change();
create trigger recorded_changes after insert or update or delete on exchange_rejections
  for each row when (current_setting('turnario.is_recorded', true) = 'on') execute function collect_recorded_change();
create trigger recorded_changes after insert or update or delete on operation_codes
  for each row when (current_setting('turnario.is_recorded', true) = 'on') execute function collect_recorded_change();
