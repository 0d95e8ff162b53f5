import { createHmac } from 'node:crypto';
import { basename } from 'node:path';
import type { Day } from '../../src/domain/calendar/day.ts';
import { daySchema } from '../../src/domain/calendar/schema.ts';
import { ApiRefusal, type HttpClient, PatientClient, type Traffic } from '../http.ts';
import { register, signIn } from '../world.ts';
import type { Employee } from './roster.ts';

export interface ReplayOptions {
  /** Origin of the server. */
  url: string;
  identity: ReturnType<typeof identify>;
  ceo: { email: string; password: string };
  /** Day 0 of the roster, unless an earlier run with the same label used another one. */
  monday: Day;
}

/** Names, addresses and secrets of a run, derived from file, label and CEO, so that a second run finds them again. */
export function identify(shiftsFile: string, label: string, ceo: { password: string }) {
  const worksiteName = `${basename(shiftsFile).replace(/(-shifts)?\.csv$/, '')} ${label}`;
  // people who can read the worksite's name cannot guess them
  const secret = (of: string): string =>
    createHmac('sha256', ceo.password).update(`${of} ${worksiteName}`).digest('base64url').slice(0, 24);
  return {
    worksiteName,
    accessCode: secret('access code'),
    password: `${secret('password')}aA1!`,
    addressOf: (name: string) => `${slugOf(name)}@${slugOf(worksiteName)}.example`,
  };
}

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-');

/** Finds the worksite and Monday of an earlier run, or creates the worksite as the CEO. */
export async function openWorksite({ identity, ceo, monday }: ReplayOptions, client: HttpClient) {
  const { worksiteName: name, accessCode } = identity;
  const worksites = await client.ask('GET /api/worksites/available');
  const earlier = worksites.find((worksite) => worksite.name === name);
  if (earlier) {
    const day = daySchema.parse(/\d{4}-\d\d-\d\d$/.exec(earlier.description)?.[0]);
    return { id: earlier.id, isEarlier: true, monday: day };
  }
  await signIn(client, ceo);
  const description = `Turni registrati da un replay, dal lunedì ${monday}`;
  const body = { name, accessCode, description, email: identity.addressOf('cantiere') };
  const { id } = await client.ask('POST /api/ceo/worksites', { body });
  return { id, isEarlier: false, monday };
}

export interface Person {
  employee: Employee;
  id: string;
  client: HttpClient;
}

/** Registers an employee, or signs them in if an earlier run did; a network may register 60 people an hour. */
export async function enter(
  employee: Employee,
  { identity, url }: ReplayOptions,
  { id: worksiteId, isEarlier }: Awaited<ReturnType<typeof openWorksite>>,
  traffic: Traffic,
): Promise<Person> {
  const client = new PatientClient(url, traffic);
  const { accessCode, password } = identity;
  const { name: firstName, role, contractHours } = employee;
  const email = identity.addressOf(firstName);
  if (isEarlier) {
    const isIn = await signIn(client, { email, password }).then(() => true, isUnknown);
    if (isIn) return { employee, id: (await client.ask('GET /api/auth/user')).user.id, client };
  }
  const account = { email, password, firstName, lastName: 'Replay' };
  const id = await register(client, { ...account, role, contractHours, worksiteId, accessCode });
  return { employee, id, client };
}

/** False if the earlier run was interrupted before registering them; rethrows other errors. */
function isUnknown(error: unknown): false {
  if (error instanceof ApiRefusal && error.code === 'wrong_credentials') return false;
  throw error;
}
