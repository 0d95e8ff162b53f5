-- Swaps of the taxi worksite are about whole Saturday-Friday weeks: the Saturday of the offered one and of the wanted
-- one, the same for swaps of named shifts. Single shifts have neither.

alter table exchange_requests
  add column offered_week date,
  add column wanted_week date,
  add constraint exchange_weeks_unless_single check (
    case kind
      when 'turno' then offered_week is null and wanted_week is null
      when 'settimana' then offered_week is not null and wanted_week is not null and offered_week = wanted_week
      else offered_week is not null and wanted_week is not null and offered_week <> wanted_week
    end
  ),
  add constraint exchange_weeks_start_on_saturday check (
    (offered_week is null or extract(isodow from offered_week) = 6)
    and (wanted_week is null or extract(isodow from wanted_week) = 6)
  );

-- a week can be offered through any of its shifts, but once at a time
create unique index one_open_request_a_week on exchange_requests (requester_id, offered_week, kind)
  where status = 'aperta';
create index exchange_open_by_worksite_week on exchange_requests (worksite_id, wanted_week)
  where status = 'aperta' and wanted_week is not null;
