import sql from 'sql-template-tag';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import { type Caller, callOn } from './caller.ts';

// What the CEO changes of people and worksites, and people of themselves.

export const setActive = (ceo: Caller, id: string, isActive: boolean) =>
  callOn('PATCH /api/ceo/users/:id/status')(ceo, id, { isActive });
export const permit = callOn('PATCH /api/ceo/users/:id/permissions');
export const saveProfile = callOn('PATCH /api/users/:id');
export const changeWorksite = callOn('PATCH /api/ceo/worksites/:id');

/** The form of somebody new at a standard worksite; the access code is missing. */
export const registrationAt = (worksiteId: string) => ({
  email: `${crypto.randomUUID()}@example.it`,
  password: 'Turnario!2026',
  firstName: 'Nuova',
  lastName: 'Persona',
  worksiteId,
  acceptedTerms: true as const,
  role: 'operatore' as const,
  contractHours: 8,
});

/** Which of these accounts have been anonymised. */
export async function forgottenOf(database: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await database.many<{ id: string }>(sql`
    select id from users where id = any(${[...ids]}::uuid[]) and anonymised_at is not null`);
  return rows.map(({ id }) => id);
}
