-- works with code from 0034
--
-- The tag under which a push was shown: by it a later one closes what is over.

-- null: not sent yet, or by a version that did not say
alter table push_outbox add column tag text;
