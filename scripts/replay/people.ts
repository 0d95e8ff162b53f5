import { createHmac } from 'node:crypto';
import { basename } from 'node:path';
import type { RegistrationBody } from '../../src/domain/auth/schema.ts';
import { addDays, type Day, weekdayOf } from '../../src/domain/calendar/day.ts';
import { daySchema } from '../../src/domain/calendar/schema.ts';
import { sessionSchema } from '../../src/domain/users/schema.ts';
import { worksiteListSchema, worksiteSchema } from '../../src/domain/worksites/schema.ts';
import { ApiClient, ApiRefusal, type Traffic } from './apiClient.ts';
import type { Employee } from './roster.ts';

export interface Ceo {
  email: string;
  password: string;
}

/** Names, addresses and secrets of a run. They follow from file, label and CEO: a second run finds its own again. */
export interface Identity {
  worksiteName: string;
  accessCode: string;
  /** The same for all people of the run. */
  password: string;
  addressOf(name: string): string;
}

/** @param shiftsFile path of the file with the shifts: its name becomes part of the worksite's */
export function identify(shiftsFile: string, label: string, ceo: Ceo): Identity {
  const worksiteName = `${basename(shiftsFile).replace(/(-shifts)?\.csv$/, '')} ${label}`;
  // Not to be guessed by people who can read the worksite's name.
  const secret = (of: string): string =>
    createHmac('sha256', ceo.password).update(`${of} ${worksiteName}`).digest('base64url').slice(0, 24);
  return {
    worksiteName,
    accessCode: secret('access code'),
    password: `${secret('password')}aA1!`,
    addressOf: (name) => `${slugOf(name)}@${slugOf(worksiteName)}.example`,
  };
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

/** The first Monday after `today`. */
export const nextMonday = (today: Day): Day => addDays(today, 8 - weekdayOf(today));

/** A run with this label exists and is another one. */
export class EarlierRunError extends Error {
  override name = 'EarlierRunError';
}

interface OpenedWorksite {
  id: string;
  /** Day 0 of the roster: of an earlier run with the same label if there was one. */
  monday: Day;
}

/**
 * Finds the worksite of an earlier run, else makes it as the CEO.
 *
 * @throws EarlierRunError when the earlier run has another first Monday than the one asked for
 */
export async function openWorksite(
  identity: Identity,
  wanted: { monday: Day; isMondayGiven: boolean },
  ceo: Ceo,
  client: ApiClient,
): Promise<OpenedWorksite> {
  const { worksiteName: name, accessCode } = identity;
  const worksites = await client.get('/api/worksites/available', worksiteListSchema);
  const earlier = worksites.find((worksite) => worksite.name === name);
  if (earlier) return { id: earlier.id, monday: mondayOf(earlier.description, wanted) };
  await client.post('/api/auth/login', { ...ceo, rememberMe: false }, sessionSchema);
  const description = `Turni registrati da un replay, dal lunedì ${wanted.monday}`;
  const email = identity.addressOf('cantiere');
  const worksite = await client.post(
    '/api/ceo/worksites',
    { name, accessCode, description, email },
    worksiteSchema,
  );
  return { id: worksite.id, monday: wanted.monday };
}

function mondayOf(description: string, wanted: { monday: Day; isMondayGiven: boolean }): Day {
  const monday = daySchema.parse(/\d{4}-\d\d-\d\d$/.exec(description)?.[0]);
  if (wanted.isMondayGiven && monday !== wanted.monday) {
    throw new EarlierRunError(
      `the run with this label begins on ${monday}: choose another --label, or leave --monday out`,
    );
  }
  return monday;
}

export interface Person {
  employee: Employee;
  id: string;
  client: ApiClient;
}

/** Registers an employee, or signs them in if an earlier run has registered them. */
export async function enter(
  employee: Employee,
  identity: Identity,
  worksiteId: string,
  origin: string,
  traffic: Traffic,
): Promise<Person> {
  const client = new ApiClient(origin, traffic);
  const { accessCode, password } = identity;
  const email = identity.addressOf(employee.name);
  const registration: RegistrationBody = {
    email,
    password,
    firstName: employee.name,
    lastName: 'Replay',
    role: employee.role,
    contractHours: employee.contractHours,
    worksiteId,
    accessCode,
    acceptedTerms: true,
  };
  const session = await client
    .post('/api/auth/register', registration, sessionSchema)
    .catch((error: unknown) => {
      if (!(error instanceof ApiRefusal) || error.code !== 'email_taken') throw error;
      return client.post('/api/auth/login', { email, password, rememberMe: false }, sessionSchema);
    });
  return { employee, id: session.user.id, client };
}
