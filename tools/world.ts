import type { InputOf } from '../src/domain/call.ts';
import type { ShiftType } from '../src/domain/shifts/duty.ts';
import { demoCeo } from '../src/server/platform/settings.ts';
import type { HttpClient } from './http.ts';

// Creates people and worksites on a running server through its API.

/** Everybody's password. */
export const worldPassword = 'Turnario!2026';
export const worldAccessCode = 'CODICE-2026';

/** Signs in, by default as the demo's CEO. */
export async function signIn(
  client: HttpClient,
  { email, password }: { email: string; password: string } = demoCeo,
): Promise<void> {
  await client.ask('POST /api/auth/login', { body: { email, password } });
}

type Registration = InputOf<'POST /api/auth/register'>['body'];

/** Registers and signs in a person; returns their id. */
export async function register(
  client: HttpClient,
  person: Pick<Registration, 'email' | 'worksiteId'> & Partial<Registration>,
): Promise<string> {
  const body = {
    password: worldPassword,
    accessCode: worldAccessCode,
    firstName: 'Persona',
    lastName: 'Prova',
    acceptedTerms: true,
    ...person,
  } as Registration;
  return (await client.ask('POST /api/auth/register', { body })).user.id;
}

/** Records a shift at the office; returns its id. */
export async function recordDuty(client: HttpClient, date: string, startTime: string, endTime: string) {
  const body = { date, workLocation: 'sede', startTime, endTime } as const;
  return (await client.ask('POST /api/shifts', { body })).id;
}

/** Publishes a shift, by default for an afternoon; returns the request's id. */
export async function publishDuty(
  client: HttpClient,
  offeredShiftId: string,
  requestedDate: string,
  requestedShiftType: ShiftType = 'pomeriggio',
): Promise<string> {
  const body = { offeredShiftId, requestedDate, requestedShiftType };
  return (await client.ask('POST /api/exchange-requests', { body })).request.id;
}

/** Publishes a `giorno`: a shift for work on one of the acceptable days; returns the request's id. */
export async function publishDay(
  client: HttpClient,
  offeredShiftId: string,
  requestedDate: string,
  acceptableDays: string[],
): Promise<string> {
  const body = {
    kind: 'giorno',
    offeredShiftId,
    requestedDate,
    acceptFlexibleDates: true,
    acceptableDays,
  } as const;
  return (await client.ask('POST /api/exchange-requests', { body })).request.id;
}
