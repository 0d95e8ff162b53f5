import type { Role } from '../src/domain/users/schema.ts';

export interface DemoPerson {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  contractHours: number;
  taxiLicense?: string;
  mayReviewCodes?: boolean;
  phoneNumber?: string;
}

/** Password of every demo account. */
export const demoPassword = 'Turnario!2026';

export const demoWorksite = {
  name: 'Cantiere Tiburtina',
  description: 'Assistenza clienti, via Tiburtina, Roma',
  accessCode: 'TIBURTINA-2026',
  email: 'tiburtina@turnario.example',
};

const person = (firstName: string, lastName: string, role: Role, contractHours: number): DemoPerson => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@turnario.example`.toLowerCase(),
  role,
  contractHours,
});

/** The sign-ins of the first two, Giulia and Marco, are printed first: they can swap at once. */
export const demoPeople: readonly DemoPerson[] = [
  person('Giulia', 'Ferri', 'operatore', 8),
  person('Marco', 'Bianchi', 'operatore', 8),
  person('Sara', 'Conti', 'operatore', 8),
  person('Luca', 'Moretti', 'operatore', 8),
  person('Elena', 'Greco', 'operatore', 8),
  person('Paolo', 'Rinaldi', 'operatore', 6),
  person('Chiara', 'Longo', 'operatore', 6),
  person('Davide', 'Serra', 'team_leader', 8),
  { ...person('Anna', 'Villa', 'coordinatore', 8), mayReviewCodes: true },
];

export const demoTaxiWorksite = {
  name: 'Taxi Urbe Roma',
  description: 'Turnazione taxi, Comune di Roma',
  email: 'taxi@turnario.example',
};

const driver = (firstName: string, lastName: string, licence: string, phone: string): DemoPerson => ({
  ...person(firstName, lastName, 'operatore', 7),
  taxiLicense: licence,
  phoneNumber: phone,
});

export const demoDrivers: readonly DemoPerson[] = [
  driver('Tiziana', 'Neri', 'RM-1042', '+39 333 0100001'),
  driver('Fabio', 'Gallo', 'RM-2217', '+39 333 0100002'),
  driver('Ivan', 'Costa', 'RM-3391', '+39 333 0100003'),
  driver('Rita', 'Sala', 'RM-4180', '+39 333 0100004'),
];
