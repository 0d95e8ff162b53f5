import type { Page } from 'playwright-core';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { InputOf } from '../../src/domain/call.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { ProductServer } from '../support/productServer.ts';
import { ask, signInQuietly } from './calls.ts';
import { expectVisible, heading } from './screens.ts';

const worksites = { standard: 'Cantiere Tiburtina', taxi: 'Taxi Urbe Roma' };
const password = 'Primavera!27';
let count = 0;

export interface Newcomer {
  variant?: keyof typeof worksites;
  contractHours?: number;
  enableFlexibleShifts?: boolean;
  /** A registration's own session ends after 12 hours; a remembered one outlives a moved clock. */
  isRemembered?: boolean;
}

/** Signs in a person who has just registered: Nina, whose calendar is empty. Answers when the dashboard greets. */
export async function enterAsNewcomer(
  page: Page,
  server: ProductServer,
  {
    variant = 'standard',
    contractHours = 8,
    enableFlexibleShifts = false,
    isRemembered = false,
  }: Newcomer = {},
): Promise<void> {
  const listed = await ask(page, 'GET /api/worksites/available');
  count += 1;
  const email = `nina.nuova${count}@turnario.example`;
  const accessCode = server.accessCodeOf(worksites[variant]);
  const person = { firstName: 'Nina', lastName: 'Nuova' };
  const body = {
    ...person,
    email,
    password,
    worksiteId: listed.find(({ name }) => name === worksites[variant])?.id ?? '',
    accessCode,
    acceptedTerms: true as const,
    ...(variant === 'taxi'
      ? { taxiLicense: 'RM-1', phoneNumber: '+39 333 0100099' }
      : { role: 'operatore' as const, contractHours }),
  };
  const { id } = (await ask(page, 'POST /api/auth/register', { body })).user;
  if (isRemembered) await signInQuietly(page, { email, password });
  if (enableFlexibleShifts) {
    const profile = { ...person, contractHours, enableFlexibleShifts, accessCode };
    await ask(page, 'PATCH /api/users/:id', { params: { id }, body: profile });
  }
  await page.goto('/');
  await expectVisible(heading(page, 'Ciao Nina'));
}

/** What the server holds of the signed-in person, by day. */
export const storedShifts = (page: Page, from: Day, to: Day): Promise<Shift[]> =>
  ask(page, 'GET /api/calendar/shifts', { query: { from, to } });

/** What an entry is made of, without its day. */
export type Duty = Omit<InputOf<'POST /api/shifts'>['body'], 'date'>;

/** Records an entry past the screens, as another device of the same person would. */
export const storeShift = (page: Page, body: Duty & { date: Day }): Promise<Shift> =>
  ask(page, 'POST /api/shifts', { body });
