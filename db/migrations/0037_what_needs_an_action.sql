-- What needs an action comes first in the bell, whatever its age: found by type, newest first.
create index notifications_asking on notifications (user_id, type, created_at desc, id desc) where over_at is null;
