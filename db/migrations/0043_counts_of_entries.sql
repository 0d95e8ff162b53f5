-- works with code from 0039
--
-- How many entries of which kind a worksite has on a day, kept with each change of them: the administrator's panel shows sums
-- of these, and would otherwise read every entry there is. Whoever writes entries holds their worksite's lock, so nobody
-- waits here who did not wait before.
create table entry_counts (
  worksite_id uuid not null references worksites (id) on delete cascade,
  -- in Europe/Rome
  day date not null,
  total int not null,
  sede int not null,
  smart_working int not null,
  primary key (worksite_id, day)
) with (fillfactor = 70);

create function count_new_entries() returns trigger language plpgsql as $$
begin
  insert into entry_counts as kept
  select worksite_id, day, count(*), count(*) filter (where work_location = 'sede'),
    count(*) filter (where work_location = 'smart_working')
  from new_entries group by worksite_id, day
  on conflict (worksite_id, day) do update set total = kept.total + excluded.total, sede = kept.sede + excluded.sede,
    smart_working = kept.smart_working + excluded.smart_working;
  return null;
end
$$;

-- a worksite that goes may have taken its counts along already
create function uncount_old_entries() returns trigger language plpgsql as $$
begin
  update entry_counts kept set total = kept.total - gone.total, sede = kept.sede - gone.sede,
    smart_working = kept.smart_working - gone.smart_working
  from (
    select worksite_id, day, count(*) as total, count(*) filter (where work_location = 'sede') as sede,
      count(*) filter (where work_location = 'smart_working') as smart_working
    from old_entries group by worksite_id, day
  ) gone
  where kept.worksite_id = gone.worksite_id and kept.day = gone.day;
  return null;
end
$$;

create trigger counted_new after insert on shifts
  referencing new table as new_entries for each statement execute function count_new_entries();
create trigger uncounted_old after delete on shifts
  referencing old table as old_entries for each statement execute function uncount_old_entries();
create trigger changed_counted after update on shifts
  referencing new table as new_entries for each statement execute function count_new_entries();
create trigger changed_uncounted after update on shifts
  referencing old table as old_entries for each statement execute function uncount_old_entries();

insert into entry_counts
select worksite_id, day, count(*), count(*) filter (where work_location = 'sede'),
  count(*) filter (where work_location = 'smart_working')
from shifts group by worksite_id, day;
