import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { WorksiteSummary } from '../../src/domain/worksites/schema.ts';
import type { ProductServer } from '../support/productServer.ts';
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
  const send = async <Body>(method: string, path: string, data?: object): Promise<Body> => {
    const answer = await page.request.fetch(path, { method, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as Body;
  };
  const listed = await send<WorksiteSummary[]>('GET', '/api/worksites/available');
  count += 1;
  const email = `nina.nuova${count}@turnario.example`;
  const accessCode = server.accessCodeOf(worksites[variant]);
  const person = { firstName: 'Nina', lastName: 'Nuova' };
  const { user } = await send<{ user: { id: string } }>('POST', '/api/auth/register', {
    ...person,
    email,
    password,
    worksiteId: listed.find(({ name }) => name === worksites[variant])?.id,
    accessCode,
    acceptedTerms: true,
    ...(variant === 'taxi'
      ? { taxiLicense: 'RM-1', phoneNumber: '+39 333 0100099' }
      : { role: 'operatore', contractHours }),
  });
  if (isRemembered) await send('POST', '/api/auth/login', { email, password, rememberMe: true });
  if (enableFlexibleShifts) {
    const profile = { ...person, contractHours, enableFlexibleShifts, accessCode };
    await send('PATCH', `/api/users/${user.id}`, profile);
  }
  await page.goto('/');
  await expectVisible(heading(page, 'Ciao Nina'));
}

/** What the server holds of the signed-in person, by day. */
export async function storedShifts(page: Page, from: Day, to: Day): Promise<Shift[]> {
  const answer = await page.request.get(`/api/calendar/shifts?from=${from}&to=${to}`);
  return (await answer.json()) as Shift[];
}

/** Records an entry past the screens, as another device of the same person would. */
export async function storeShift(page: Page, body: object): Promise<void> {
  const answer = await page.request.post('/api/shifts', { data: body });
  expect(answer.status(), await answer.text()).toBe(201);
}
