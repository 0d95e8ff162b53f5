import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { schemeOf } from './screens.ts';

/** What axe finds in a scheme; the page is light again afterwards. */
export async function violationsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await expect.poll(() => schemeOf(page)).toEqual(colorScheme);
  await drawAll(page);
  // its source is half a megabyte to parse: a document that has it already keeps it
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // without frames there is nothing to gather in a page of its own; of what passes nobody reads the elements
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
 * Draws what is not visible too: entries of long lists take on a new theme only as they come into sight
 * (src/client/ui/deferredRowRendering.ts), and axe looks at all of them at once. Nor does anything fade in: a list that is
 * still transparent would be no open list to axe. A sheet of this kind is no inline style.
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
