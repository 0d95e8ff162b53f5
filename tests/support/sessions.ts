import type { Session, User } from '../../src/domain/users/schema.ts';
import { defaultSwapPolicy } from '../../src/domain/worksites/swapPolicy.ts';
import { me } from './exchangeRequests.ts';

// Sessions as the client receives them.

const person: User = {
  id: me,
  worksiteId: '00000000-0000-4000-8000-0000000000a1',
  email: 'giulia.ferrari@example.it',
  firstName: 'Giulia',
  lastName: 'Ferrari',
  role: 'operatore',
  contractHours: 8,
  enableFlexibleShifts: false,
  taxiLicense: null,
  phoneNumber: null,
  isActive: true,
  isCeo: false,
  mayReviewCodes: false,
  mayApproveSwaps: false,
  mayLoadShifts: false,
  acceptedTerms: true,
  acceptedTermsAt: '2026-08-02T09:00:00.000Z',
  createdAt: '2026-08-02T09:00:00.000Z',
};

/** An employee of a standard worksite, with changes. */
export const worker = (
  changes: Partial<User> = {},
  worksite: Partial<Session['worksite']> = {},
): Session => ({
  user: { ...person, ...changes },
  worksite: {
    id: person.worksiteId,
    name: 'Cantiere Tiburtina',
    description: '',
    variant: 'standard',
    swapPolicy: defaultSwapPolicy('standard'),
    ...worksite,
  },
  isImpersonating: false,
});

export const driver = (changes: Partial<User> = {}): Session =>
  worker(
    { contractHours: 7, taxiLicense: 'RM 1234', phoneNumber: '+39 333 1234567', ...changes },
    { name: 'Taxi Roma', variant: 'taxi', swapPolicy: defaultSwapPolicy('taxi') },
  );

export const ceo = (): Session =>
  worker({ firstName: 'Carla', lastName: 'Rossi', role: 'admin', isCeo: true }, { name: 'Direzione' });

/** The CEO in the worker's account. */
export const impersonated = (): Session => ({ ...worker(), isImpersonating: true });
