-- Company operation codes (OPP, Case), paid after review; and the record of administrative acts.

create table operation_codes (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null,
  user_id uuid not null,
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
  constraint nobody_reviews_their_own_code check (reviewed_by <> user_id)
);

-- a rejected code can be entered again
create unique index one_code_a_person on operation_codes (user_id, type, code) where status <> 'rejected';
create index operation_codes_by_user on operation_codes (user_id, type, submitted_at desc);
create index operation_codes_by_worksite on operation_codes (worksite_id, status, submitted_at desc);
create index operation_codes_by_reviewer on operation_codes (reviewed_by) where reviewed_by is not null;

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
create index audit_log_by_target on audit_log (target_id, at desc);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege', constraint = 'audit_append_only';
end
$$;

create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_is_append_only();
