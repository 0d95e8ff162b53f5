-- The variant belongs to the worksite: neither another access code nor another setting changes it. Null only until a
-- server of this version starts (it compares with its TAXI_ACCESS_CODE once) and for what one of the version before makes.
alter table worksites add column variant text
  constraint worksite_variant_known check (variant in ('standard', 'taxi'));
create index worksites_without_variant on worksites (id) where variant is null;

-- Remembered sessions no longer end unused; those of administrators are found by their people.
drop index sessions_by_last_use;
