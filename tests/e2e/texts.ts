import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { willShow } from './screens.ts';
import { expectProblems } from './visits.ts';

/** A text that the specification quotes, and the screen or the call that shows it. */
export interface SpecifiedText {
  text: string;
  /** '/calendar', '/calendar (taxi)', 'POST /api/shifts 400' */
  shownAt: string;
  when: string;
}

const file = join(import.meta.dirname, '../data/specified-texts.tsv');
export const specifiedTexts: readonly SpecifiedText[] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [text = '', shownAt = '', when = ''] = line.split('\t');
    return { text, shownAt, when };
  });

/**
 * The text word for word as a screen shows it. Three dots at the beginning stand for how the texts before it begin, at the
 * end for what follows; `n` for a number.
 */
function patternOf(text: string): RegExp {
  const words = text
    .replace(/^\.\.\. un /, 'Password deve contenere almeno un ')
    .replace(/^\.\.\. /, 'Password deve contenere almeno una lettera ')
    .replace(/(?<!Reindirizzamento in corso)\.\.\.$/, '');
  const escaped = words.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(escaped.replace(/\bn(?=\\[/)])/, String.raw`\d+`));
}

/** Another text begins with it or holds it: that one would pass for it. */
const isPartOfAnother = (text: string): boolean =>
  specifiedTexts.some((other) => other.text !== text && other.text.includes(text));

/** What a visit to a screen reads there, and what it has read so far. */
export class Reader {
  readonly seen = new Set<string>();

  /** Waits until each of the texts stands there. */
  async read(place: Page | Locator, ...texts: string[]): Promise<void> {
    for (const text of texts) {
      const found = isPartOfAnother(text)
        ? place.getByText(text, { exact: true })
        : place.getByText(patternOf(text));
      await expect(found.filter({ visible: true }).first()).toBeVisible();
      this.seen.add(text);
    }
  }

  /** The same of a text that stands there for a moment only, while `act` is carried out. */
  async readInPassing(page: Page, text: string, act: () => Promise<void>): Promise<void> {
    const isShown = willShow(page, text);
    await act();
    if (await isShown) this.seen.add(text);
  }
}

/** Calls are answered without a word while `act` is carried out, as by a proxy; what is only read is not. */
export async function silenced(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 502, body: '' }),
  );
  await act();
  await page.unroute(path);
  // the console has what the screen does not say
  expectProblems(page, /502/);
}
