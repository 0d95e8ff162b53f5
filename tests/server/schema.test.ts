import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/database.ts';

const database = await testDatabase();

test('the migrations create the schema of tests/data/schema.txt, on every version of PostgreSQL', async () => {
  // lines are sorted, so the order of columns does not matter; update with `-u`
  const { text } = await database.one<{ text: string }>(sql`
    select string_agg(line, chr(10) order by line collate "C") || chr(10) as text
    from (
      select concat(attrelid::regclass, '.', attname, ' ', format_type(atttypid, atttypmod),
        case when attnotnull then ' not null' end,
        case when attidentity = 'a' then ' generated always as identity' end,
        ' default ' || pg_get_expr(adbin, adrelid)) as item
      from pg_attribute join pg_class c on c.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      union all
      -- since version 18 'not null' is a constraint; listed with its column above
      select concat(conrelid::regclass, ' constraint ', conname, ' ', pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
      union all
      select concat(indrelid::regclass, case when indisunique then ' unique' end, ' index ', indexrelid::regclass,
        regexp_replace(pg_get_indexdef(indexrelid), '.* USING ', ' '))
      from pg_index join pg_class c on c.oid = indrelid
      where relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
      union all
      select concat(tgrelid::regclass, ' ', pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
      union all
      select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    ) described
    cross join btrim(regexp_replace(described.item, '\\s+', ' ', 'g')) line
    where not starts_with(line, 'schema_migrations')`);
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../data/schema.txt'));
});
