import { z } from 'zod';
import type { UserList, UserListQuery } from '../../domain/admin/schema.ts';
import { typedLine } from '../../domain/text.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readKeyset, writeKeyset } from '../platform/http/keysetCursor.ts';
import { listPeople } from './queries.ceo.ts';

const cursorSchema = z.tuple([typedLine(80), typedLine(80), z.uuid()]);

/** A page of the people a query finds, and where the next one begins. */
export async function readPeople(
  database: Queryable,
  query: UserListQuery,
  pageSize: number,
): Promise<UserList> {
  const cursor = readKeyset(query.cursor, cursorSchema);
  const after = cursor && { lastName: cursor[0], firstName: cursor[1], id: cursor[2] };
  const rows = await listPeople(database, query, after, pageSize + 1);
  const users = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? users.at(-1) : undefined;
  return { users, nextCursor: last ? writeKeyset([last.lastName, last.firstName, last.id]) : null };
}
