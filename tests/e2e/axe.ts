import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { schemeOf } from './screens.ts';

/** Returns axe's violations in a colour scheme and resets the page to light. */
export async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => schemeOf(page)).toEqual(colorScheme);
  await drawAll(page);
  // parsing axe takes half a megabyte: a document that has it keeps it
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // without frames no separate page is needed; elements that pass are not needed
  const axe = new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  return violations.map(
    ({ id, help, nodes }) => `${colorScheme}: ${id}, ${help}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
}

/**
 * Renders off-screen content too: long lists only apply a new theme to visible rows
 * (src/client/ui/deferredRowRendering.ts), but axe checks all rows at once. Disables animations, since axe ignores a
 * list that is still transparent. A constructed style sheet is not an inline style.
 */
const drawAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* {
      content-visibility: visible !important;
    }
    * {
      animation-duration: 0s !important;
      transition-duration: 0s !important;
    }`);
    document.adoptedStyleSheets = [sheet];
  });
