-- Sessions that nobody uses end by themselves: found by their last use.
create index sessions_by_last_use on sessions (last_used_at);

-- A CEO who entered a code as somebody else does not decide on it.
alter table operation_codes add column entered_by uuid references users (id) on delete set null;
comment on column operation_codes.entered_by is 'the CEO who acted as the owner; null: the owner entered it';
alter table operation_codes add constraint nobody_reviews_what_they_entered check (reviewed_by <> entered_by);
create index operation_codes_by_entry on operation_codes (entered_by) where entered_by is not null;
