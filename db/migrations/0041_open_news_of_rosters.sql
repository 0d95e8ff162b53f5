-- works with code from 0034
--
-- News of rosters that wait for an answer, to be ended once all their days have passed.
create index notifications_of_rosters on notifications (user_id) where type = 'roster_arrived' and over_at is null;
