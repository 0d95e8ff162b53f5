import { createHmac } from 'node:crypto';
import { basename } from 'node:path';
import { addDays, type Day, weekdayOf } from '../../src/domain/calendar/day.ts';
import { daySchema } from '../../src/domain/calendar/schema.ts';
import { ApiRefusal, type HttpClient, PatientClient, type Traffic } from '../http.ts';
import { register, signIn } from '../world.ts';
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
  /** An earlier run with the same label made it, and registered its people or some of them. */
  isEarlier: boolean;
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
  client: HttpClient,
): Promise<OpenedWorksite> {
  const { worksiteName: name, accessCode } = identity;
  const worksites = await client.ask('GET /api/worksites/available');
  const earlier = worksites.find((worksite) => worksite.name === name);
  if (earlier) return { id: earlier.id, isEarlier: true, monday: mondayOf(earlier.description, wanted) };
  await signIn(client, ceo);
  const description = `Turni registrati da un replay, dal lunedì ${wanted.monday}`;
  const email = identity.addressOf('cantiere');
  const worksite = await client.ask('POST /api/ceo/worksites', {
    body: { name, accessCode, description, email },
  });
  return { id: worksite.id, isEarlier: false, monday: wanted.monday };
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
  client: HttpClient;
}

/** Registers an employee, or signs them in if an earlier run has registered them: a network registers 60 people an hour. */
export async function enter(
  employee: Employee,
  identity: Identity,
  { id: worksiteId, isEarlier }: OpenedWorksite,
  origin: string,
  traffic: Traffic,
): Promise<Person> {
  const client = new PatientClient(origin, traffic);
  const { accessCode, password } = identity;
  const { name: firstName, role, contractHours } = employee;
  const email = identity.addressOf(firstName);
  const person = {
    email,
    password,
    firstName,
    lastName: 'Replay',
    role,
    contractHours,
    worksiteId,
    accessCode,
  };
  const enterAgain = async (): Promise<string> => {
    await signIn(client, { email, password });
    return (await client.ask('GET /api/auth/user')).user.id;
  };
  if (isEarlier) {
    const id = await unlessRefused('wrong_credentials', enterAgain());
    if (id !== null) return { employee, id, client };
  }
  // an answer may have been lost
  const id = (await unlessRefused('email_taken', register(client, person))) ?? (await enterAgain());
  return { employee, id, client };
}

async function unlessRefused<Answer>(code: string, asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === code) return null;
    throw error;
  }
}
