import { z } from 'zod';
import type { UserList, UserListQuery } from '../../domain/admin/schema.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readKeyset, writeKeyset } from '../platform/http/keysetCursor.ts';
import { pageOf } from '../platform/http/pages.ts';
import { listPeople } from './queries.ceo.ts';

// as stored: today's input rules do not apply
const name = z
  .string()
  .max(80)
  .refine((text) => text.isWellFormed() && !text.includes('\0'));
const cursorSchema = z.tuple([name, name, z.uuid()]);

export async function readPeople(
  database: Queryable,
  query: UserListQuery,
  pageSize: number,
): Promise<UserList> {
  const cursor = readKeyset(query.cursor, cursorSchema);
  const after = cursor && { lastName: cursor[0], firstName: cursor[1], id: cursor[2] };
  const rows = await listPeople(database, query, after, pageSize + 1);
  const { shown, nextCursor } = pageOf(rows, pageSize, ({ lastName, firstName, id }) =>
    writeKeyset([lastName, firstName, id]),
  );
  return { users: shown, nextCursor };
}
