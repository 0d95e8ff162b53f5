-- What a worksite asks of swaps as to working time; null: the defaults of its variant. What a swap broke, as both were told.

alter table worksites add column rest_rules jsonb;
alter table completed_swaps add column rest_breaches jsonb;
