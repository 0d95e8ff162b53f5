import { expect, type Locator, type Page } from '@playwright/test';
import type { Day } from '../../src/domain/calendar/day.ts';
import type { InputOf } from '../../src/domain/call.ts';
import type { Shift } from '../../src/domain/shifts/schema.ts';
import type { ProductServer } from '../../tools/productServer.ts';
import { ask, signInQuietly } from './calls.ts';
import { heading, press } from './screens.ts';

/** Chooses an option from a list. */
async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${list}$`) }).click();
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}

/** The input of a registration. */
export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  worksite: string;
  accessCode: string;
  password: string;
  /** Standard worksites. */
  role?: string;
  contractHours?: string;
  /** Taxi worksites. */
  licence?: string;
  phone?: string;
}

/** The fields of the registration form, by label. */
export const fields = {
  firstName: (page: Page): Locator => page.getByLabel('Nome', { exact: true }),
  lastName: (page: Page): Locator => page.getByLabel('Cognome', { exact: true }),
  email: (page: Page): Locator => page.getByLabel('Email', { exact: true }),
  accessCode: (page: Page): Locator => page.getByLabel('Codice di accesso del cantiere', { exact: true }),
  licence: (page: Page): Locator => page.getByLabel('Licenza taxi', { exact: true }),
  phone: (page: Page): Locator => page.getByLabel('Cellulare', { exact: true }),
  password: (page: Page): Locator => page.getByLabel('Password', { exact: true }),
};

type TextField = keyof typeof fields;

/** The steps of the registration and their text fields. */
const steps: readonly { title: string; asks: readonly TextField[] }[] = [
  { title: 'Chi sei', asks: ['firstName', 'lastName', 'email'] },
  { title: 'Il tuo lavoro', asks: ['accessCode', 'licence', 'phone'] },
  { title: 'La tua password', asks: ['password'] },
];

/** Waits until a step of the registration is shown, counted from 1. */
export const expectStep = (page: Page, step: number): Promise<void> =>
  expect(
    page.getByRole('heading', {
      name: `Passo ${step} di 3 ${steps[step - 1]?.title}`,
      level: 2,
      exact: true,
    }),
  ).toBeVisible();

/** Fills in one step of the registration form, counted from 1, except the terms. */
export async function fillStep(page: Page, step: number, person: Partial<Registration>): Promise<void> {
  await expectStep(page, step);
  if (step === 2) {
    if (person.worksite !== undefined) await choose(page, 'Cantiere', person.worksite);
    if (person.role !== undefined) await choose(page, 'Ruolo', person.role);
    if (person.contractHours !== undefined) await choose(page, 'Ore di contratto', person.contractHours);
  }
  for (const name of steps[step - 1]?.asks ?? []) {
    const text = person[name];
    if (text !== undefined) await fields[name](page).fill(text);
  }
}

/** Fills in all steps of the registration form, except the terms. */
export async function fillRegistration(page: Page, person: Registration): Promise<void> {
  for (const [at] of steps.entries()) {
    if (at > 0) await goOn(page);
    await fillStep(page, at + 1, person);
  }
}

export const goOn = (page: Page): Promise<void> => press(page, 'Avanti');

/** The current values of the form's text fields. */
export async function typedSoFar(page: Page): Promise<Partial<Record<TextField, string>>> {
  const typed: Partial<Record<TextField, string>> = {};
  for (const [name, field] of Object.entries(fields)) {
    if ((await field(page).count()) > 0) typed[name as TextField] = await field(page).inputValue();
  }
  return typed;
}

export const terms = (page: Page): Locator => page.getByRole('checkbox', { name: /Termini e Condizioni/ });

export const sendRegistration = (page: Page): Promise<void> => press(page, 'Crea il mio account');

/** A field's error message, as a screen reader reads it; '' if there is none. */
export const errorOf = (field: Locator): Promise<string> =>
  field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return '';
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
    const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    return texts.at(-1) ?? '';
  });

const worksites = { standard: 'Cantiere Tiburtina', taxi: 'Taxi Urbe Roma' };
const password = 'Primavera!27';
let count = 0;

export interface Newcomer {
  variant?: keyof typeof worksites;
  contractHours?: number;
  enableFlexibleShifts?: boolean;
  /** A session from registering ends after 12 hours; a remembered one outlives a moved clock. */
  isRemembered?: boolean;
}

/** Registers Nina, whose calendar is empty, and signs her in; resolves when the dashboard greets her. */
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
  await expect(heading(page, 'Ciao Nina')).toBeVisible();
}

/** The signed-in person's entries on the server, by day. */
export const storedShifts = (page: Page, from: Day, to: Day): Promise<Shift[]> =>
  ask(page, 'GET /api/calendar/shifts', { query: { from, to } });

/** An entry without its day. */
export type Duty = Omit<InputOf<'POST /api/shifts'>['body'], 'date'>;

/** Records an entry by a call, as another device of the same person would. */
export const storeShift = (page: Page, body: Duty & { date: Day }): Promise<Shift> =>
  ask(page, 'POST /api/shifts', { body });
