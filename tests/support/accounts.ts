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
