import { expect, test } from 'vitest';
import { expectVisible, signIn } from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** The calendar as a screen reader finds it, and whether the library was fetched for it. */
async function readCalendar(hasTemporal: boolean): Promise<{ words: string; fetched: boolean }> {
  const { page } = await stage.phone();
  if (!hasTemporal) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'));
  await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
  await page.goto('/calendar');
  await expectVisible(page.getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ }).first());
  await expectVisible(page.getByRole('region', { name: 'Giorno per giorno' }));
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  return {
    words: await page.locator('main').ariaSnapshot(),
    fetched: scripts.some((path) => path.startsWith('/assets/global.esm-')),
  };
}

test('a browser without Temporal gets it first, and shows the same calendar', async () => {
  const own = await readCalendar(true);
  expect(own.fetched).toBe(false);
  const fetched = await readCalendar(false);
  expect(fetched).toEqual({ words: own.words, fetched: true });
});
