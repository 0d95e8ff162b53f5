-- works with code from 0034
--
-- Whom names in a worksite's files mean, as far as somebody had to say it.

create table roster_names (
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- as names are compared
  name_key text not null constraint roster_name_short check (length(name_key) between 1 and 120),
  -- null: nobody yet, or a row that is left out
  user_id uuid references users (id) on delete cascade,
  is_without_account boolean not null,
  -- who else had such a name then
  others uuid[] not null,
  said_at timestamptz not null,
  primary key (worksite_id, name_key),
  constraint roster_name_means_one check (user_id is null or not is_without_account)
);
create index roster_names_of_person on roster_names (user_id);
create index roster_names_by_age on roster_names (said_at);
create index roster_names_without_account on roster_names (worksite_id, name_key) where is_without_account;
