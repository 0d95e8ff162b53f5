-- The calendar: one entry a person a day. A working entry has times, a rest, holiday or sick day has none.

create table shifts (
  id uuid primary key default gen_random_uuid(),
  worksite_id uuid not null,
  user_id uuid not null,
  -- the day in Europe/Rome on which it starts; taxi shifts may end on the next one
  day date not null,
  work_location text not null
    constraint shift_work_location_known check (work_location in ('smart_working', 'sede', 'libero', 'ferie', 'malattia')),
  start_time time(0),
  end_time time(0),
  shift_type text
    constraint shift_type_known check (shift_type in ('mattina', 'pomeriggio', 'sera', 'notte', 'seminotte')),
  is_split_shift boolean not null default false,
  second_start_time time(0),
  second_end_time time(0),
  notes text constraint shift_notes_length check (length(notes) <= 1000),
  -- the swap that brought this duty here; a changed entry loses the mark
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

create index shifts_by_worksite_day on shifts (worksite_id, day);
create index shifts_by_swap on shifts (from_swap_id) where from_swap_id is not null;
