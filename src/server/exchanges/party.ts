import type { Party } from '../../domain/exchanges/rules.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { PersonRow } from './queries.people.ts';

/** A stored person as the swap rules see them. */
export const partyOf = (person: PersonRow, variant: WorksiteVariant): Party => ({
  id: person.id,
  worksiteId: person.worksiteId,
  variant,
  contractHours: person.contractHours,
  role: person.role,
  isActive: person.isActive,
});

export const fullName = (person: Pick<PersonRow, 'firstName' | 'lastName'>): string =>
  `${person.firstName} ${person.lastName}`;
