import type { Participant, Publisher } from '../../domain/exchanges/rules.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import type { PersonRow } from './queries.people.ts';

export const participantOf = (person: PersonRow, variant: WorksiteVariant): Participant => ({
  id: person.id,
  worksiteId: person.worksiteId,
  variant,
  cutoffHours: person.cutoffHours,
  contractHours: person.contractHours,
  role: person.role,
  isActive: person.isActive,
});

export const publisherOf = (person: PersonRow, variant: WorksiteVariant): Publisher => ({
  ...participantOf(person, variant),
  enableFlexibleShifts: person.enableFlexibleShifts,
});

export const fullName = (person: Pick<PersonRow, 'firstName' | 'lastName'>): string =>
  `${person.firstName} ${person.lastName}`;
