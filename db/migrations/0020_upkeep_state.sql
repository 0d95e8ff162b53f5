-- What the upkeep knows of the server's clock, and the CEO's word on it. One row once the upkeep has run.
create table upkeep_state (
  is_only_row boolean primary key default true constraint upkeep_state_one_row check (is_only_row),
  clock text not null constraint upkeep_state_clock_known check (clock in ('steady', 'resumed', 'suspected')),
  seen_at timestamptz not null,
  steady_seconds integer not null,
  -- a CEO agreed that accounts whose last activity was on this day or before are made anonymous
  agreed_day date
);
