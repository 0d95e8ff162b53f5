-- Open requests of a worksite are counted whenever somebody looks at their swaps: from the index alone. Dropping the
-- former one takes the stronger lock, so it comes first: who holds a weaker one could otherwise be waited for in a circle.
drop index exchange_open_by_worksite_day;
create index exchange_open_of_worksite on exchange_requests (worksite_id, requested_day)
  include (id, requester_id, requester_contract_hours, kind, expires_at) where status = 'aperta';
