-- Records of acts have a term. Only a transaction that says from when on they are kept may remove older ones, and none of
-- the last year whatever it says; everything else stays refused.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
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
