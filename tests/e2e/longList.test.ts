import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { ExchangeList } from '../../src/domain/exchanges/schema.ts';
import { expectSoon, goBy, press, signIn } from './screens.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const pageSize = 50;
const pages = 4;

/** Lets the tab hold 200 requests: copies of a stored one, with messages of one line to six. */
async function fillTab(page: Page): Promise<void> {
  await page.route('**/api/exchange-requests?*', async (route) => {
    const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const url = route
      .request()
      .url()
      .replace(/&cursor=\d+/, '');
    const response = await route.fetch({ url });
    const list = (await response.json()) as ExchangeList;
    const [sample] = list.requests;
    if (!sample) throw new Error('the demo has no request for this person');
    const requests = Array.from({ length: pageSize }, (_, at) => ({
      ...sample,
      id: `00000000-0000-4000-8000-${String(cursor * pageSize + at).padStart(12, '0')}`,
      message: 'Mi servirebbe per una visita. '.repeat(1 + ((at * 7) % 6)),
    }));
    const nextCursor = cursor + 1 < pages ? String(cursor + 1) : null;
    await route.fulfill({ response, json: { ...list, requests, nextCursor } });
  });
}

/** How much of the screen moves while a person scrolls there; also within the half second after a touch. */
const shiftOfScroll = (page: Page, to: 'end' | 'screen up'): Promise<number> =>
  page.evaluate(
    (target) =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
        });
        observer.observe({ type: 'layout-shift' });
        if (target === 'end') scrollTo(0, document.documentElement.scrollHeight);
        else scrollBy(0, -innerHeight);
        // what comes into sight is noticed one frame later, and laid out in the next
        let frames = 6;
        const wait = (): void => {
          frames -= 1;
          if (frames > 0) requestAnimationFrame(wait);
          else resolve(sum);
        };
        requestAnimationFrame(wait);
      }),
    to,
  );

test.each(['phone', 'desktop'] as const)(
  'a jump to the end of 200 cards moves nothing on a %s, nor does the way back',
  async (size) => {
    const { page } = await stage[size]();
    await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
    await fillTab(page);
    await goBy(page, 'Scambi');
    const cards = page.getByRole('tabpanel').getByRole('article');
    const moved: number[] = [];
    for (let shown = 1; shown <= pages; shown += 1) {
      await expectSoon(() => cards.count(), shown * pageSize);
      moved.push(await shiftOfScroll(page, 'end'));
      if (shown < pages) await press(page, 'Mostra altre');
    }
    for (let screen = 0; screen < 20; screen += 1) moved.push(await shiftOfScroll(page, 'screen up'));
    expect(moved.filter((shift) => shift > 0.02)).toEqual([]);
    // no card is wider than the screen leaves it room
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  },
);
