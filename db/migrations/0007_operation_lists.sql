-- Lists of operation codes: newest first, of one type, for a person, a worksite or all of them.

create index operation_codes_by_worksite_type on operation_codes (worksite_id, type, submitted_at desc, id desc);
create index operation_codes_by_worksite_status on operation_codes (worksite_id, type, status, submitted_at desc, id desc);
create index operation_codes_by_type on operation_codes (type, submitted_at desc, id desc);
create index operation_codes_by_status on operation_codes (type, status, submitted_at desc, id desc);
-- replaced by the one above that also knows the type
drop index operation_codes_by_worksite;

-- the same code entered by several people of a worksite
create index operation_codes_by_code on operation_codes (worksite_id, type, code);
