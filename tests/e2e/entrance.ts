import type { Locator, Page } from 'playwright-core';
import { press } from './screens.ts';

/** Opens a list and chooses from it. */
async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${list}$`) }).click();
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}

/** What a person types and chooses to register. */
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
  /** The taxi worksite. */
  licence?: string;
  phone?: string;
}

/** The fields of the registration form, by what they are asked for. */
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

/** Fills in the whole registration form but for the terms. */
export async function fillRegistration(page: Page, person: Registration): Promise<void> {
  await choose(page, 'Cantiere', person.worksite);
  if (person.role !== undefined) await choose(page, 'Ruolo', person.role);
  if (person.contractHours !== undefined) await choose(page, 'Ore di contratto', person.contractHours);
  for (const [name, field] of Object.entries(fields)) {
    const text = person[name as TextField];
    if (text !== undefined) await field(page).fill(text);
  }
}

/** What stands in the text fields of the form now. */
export async function typedSoFar(page: Page): Promise<Partial<Record<TextField, string>>> {
  const typed: Partial<Record<TextField, string>> = {};
  for (const [name, field] of Object.entries(fields)) {
    if ((await field(page).count()) > 0) typed[name as TextField] = await field(page).inputValue();
  }
  return typed;
}

export const terms = (page: Page): Locator => page.getByRole('checkbox', { name: /Termini e Condizioni/ });

export const sendRegistration = (page: Page): Promise<void> => press(page, 'Crea il mio account');

/** What a field says is wrong with it, read as a screen reader does; '' where nothing is. */
export const errorOf = (field: Locator): Promise<string> =>
  field.evaluate((input) => {
    if (input.getAttribute('aria-invalid') !== 'true') return '';
    const ids = (input.getAttribute('aria-describedby') ?? '').split(' ');
    const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    return texts.at(-1) ?? '';
  });
