import sql from 'sql-template-tag';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import type { Caller, Input } from './caller.ts';

// What the CEO changes of people and worksites, and people of themselves.

export const setActive = (ceo: Caller, id: string, isActive: boolean) =>
  ceo.call('PATCH /api/ceo/users/:id/status', { params: { id }, body: { isActive } });

export const permit = (
  ceo: Caller,
  id: string,
  body: Input<'PATCH /api/ceo/users/:id/permissions'>['body'],
) => ceo.call('PATCH /api/ceo/users/:id/permissions', { params: { id }, body });

export const saveProfile = (person: Caller, id: string, body: Input<'PATCH /api/users/:id'>['body']) =>
  person.call('PATCH /api/users/:id', { params: { id }, body });

export const changeWorksite = (
  ceo: Caller,
  id: string,
  body: Input<'PATCH /api/ceo/worksites/:id'>['body'],
) => ceo.call('PATCH /api/ceo/worksites/:id', { params: { id }, body });

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
