-- A shift of one day for an equally long one of another: the requester names the days on which they would work instead.
-- Which of them are still open is asked of the calendar, not stored.

alter table exchange_requests
  add column acceptable_days date[],
  -- null where the days were chosen one by one
  add column within_days smallint,
  drop constraint exchange_kind_known,
  add constraint exchange_kind_known check (kind in ('turno', 'settimana', 'ferie', 'giorno')),
  drop constraint exchange_type_unless_holidays,
  add constraint exchange_type_unless_holidays
    check (kind in ('ferie', 'giorno') or requested_shift_type is not null),
  drop constraint exchange_weeks_unless_single,
  add constraint exchange_weeks_unless_single check (
    case kind
      when 'turno' then offered_week is null and wanted_week is null
      when 'giorno' then offered_week is null and wanted_week is null
      when 'settimana' then offered_week is not null and wanted_week is not null and offered_week = wanted_week
      else offered_week is not null and wanted_week is not null and offered_week <> wanted_week
    end
  ),
  add constraint exchange_days_for_a_day check (
    case kind
      when 'giorno' then acceptable_days is not null and cardinality(acceptable_days) between 1 and 31
        and array_position(acceptable_days, null) is null and requested_day <> all (acceptable_days)
      else acceptable_days is null and within_days is null
    end
  ),
  add constraint exchange_within_days_known check (within_days in (7, 14));

create index exchange_open_for_days on exchange_requests (worksite_id, requested_day)
  where status = 'aperta' and kind = 'giorno';
