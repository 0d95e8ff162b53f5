-- works with code from 0016
-- Earlier code stores sentences and names, which is what this ends: all servers stop before it is applied.
--
-- Mails hold what they are about; their text is made when they are sent or shown. Completed swaps hold whose they are;
-- names are those that the two people have when somebody reads them.

alter table mail_outbox
  drop column subject,
  drop column html_body,
  drop column text_body,
  -- null: the address of the account
  alter column recipient drop not null;
update mail_outbox set recipient = null where user_id is not null;

-- the rows are written anew, so that nothing of the texts stays in the table's file
alter table mail_outbox
  alter column created_at type timestamptz using created_at + interval '0',
  add constraint mail_goes_to_one check ((recipient is null) <> (user_id is null));

-- {role, contractHours, taxiLicense, phoneNumber} as they were; licence and phone go with the account
alter table completed_swaps
  alter column requester_snapshot type jsonb using requester_snapshot - array['firstName', 'lastName', 'email'],
  alter column accepter_snapshot type jsonb using accepter_snapshot - array['firstName', 'lastName', 'email'];

-- nobody is looked for by name any more
alter table users
  drop column former_names,
  alter column created_at type timestamptz using created_at + interval '0';
