import sql from 'sql-template-tag';
import type { Instant } from '../../domain/calendar/day.ts';
import type { ShiftPattern } from '../../domain/shifts/schema.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';

const columns = sql`id, name, steps, starts_on`;

export const listPatterns = (database: Queryable, userId: string): Promise<ShiftPattern[]> =>
  database.many(sql`
    select ${columns} from shift_patterns where user_id = ${userId} order by lower(name)`);

/** Saves a rotation, replacing one of the same name. */
export const upsertPattern = (
  tx: Transaction,
  userId: string,
  { name, steps, startsOn }: Omit<ShiftPattern, 'id'>,
  now: Instant,
): Promise<ShiftPattern> =>
  tx.one(sql`
    insert into shift_patterns (user_id, name, steps, starts_on, updated_at)
    values (${userId}, ${name}, ${JSON.stringify(steps)}::jsonb, ${startsOn}, ${now})
    on conflict (user_id, lower(name)) do update
      set name = excluded.name, steps = excluded.steps, starts_on = excluded.starts_on, updated_at = excluded.updated_at
    returning ${columns}`);

export const deletePattern = (tx: Transaction, userId: string, id: string): Promise<{ id: string } | null> =>
  tx.maybeOne(sql`
    delete from shift_patterns where id = ${id} and user_id = ${userId} returning id`);
