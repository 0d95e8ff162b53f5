-- Running the worksites: finding people among thousands, the numbers at a glance, the record of what a CEO does as
-- somebody else.

-- The words by which a person is found: of names, e-mail and licence, without case and accents.
create function person_words(first_name text, last_name text, email text, taxi_license text) returns tsvector
  -- costly, and no `sql` that would be inlined: otherwise reading every row would look as cheap as the index
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
create index users_admins on users (last_name, first_name, id) where role = 'admin';

create index shifts_by_creation on shifts (created_at desc, id desc);
create index exchange_closed_by_time on exchange_requests (closed_at) where closed_at is not null;
create index completed_swaps_by_time on completed_swaps (completed_at);
create index audit_log_by_acted_as on audit_log (acted_as_id, at desc) where acted_as_id is not null;
create index audit_log_by_action on audit_log (action, at desc);

-- While a CEO acts as somebody, the call's transaction collects every changed row here, as it was and as it is; its last
-- statement writes them into audit_log. For everybody else the condition is false and nothing runs. The record is for
-- good, what is personal is not: of such columns it only says that they changed.
create function collect_recorded_change() returns trigger language plpgsql as $$
declare
  personal constant text[] := array['first_name', 'last_name', 'former_names', 'email', 'password_hash', 'taxi_license',
    'phone_number', 'notes', 'message', 'description', 'rejection_reason',
    -- the cause of an absence
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
