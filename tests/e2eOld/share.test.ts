import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { today } from './calendar.ts';
import { publishShift, recordShift } from './calls.ts';
import { card, openCard } from './exchanges.ts';
import { enterAsNewcomer } from './newcomer.ts';
import { expectNone, expectSoon, expectVisible, sendLogin, toast } from './screens.ts';
import { setStage } from './stage.ts';

// An own request handed on to a chat, and what its link tells whom.

const stage = setStage();
const day = addDays(today(), 9);
const text = `Cerco cambio: ${formatMediumDay(day)} 6–14, Cantiere Tiburtina`;
let id: string;

/** The requester, on the page of their own requests. */
async function openOwn(init?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page } = await stage.phone();
  await init?.(page);
  await enterAsNewcomer(page, stage.server);
  id = await publishShift(page, await recordShift(page, day, '06:00', '14:00'), day);
  await page.goto('/exchanges?tab=mie');
  await openCard(card(page, 'La tua richiesta', day));
  return page;
}

const shareButton = (page: Page) =>
  card(page, 'La tua richiesta', day).getByRole('button', { name: /^Condividi la richiesta per / });

const linkTo = (request: string) => `${stage.server.url}/exchanges?highlight=${request}`;

test('the device’s own sheet gets a text without a name and the link', async () => {
  const page = await openOwn((one) =>
    one.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(globalThis, { shared });
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: unknown) => void shared.push(data),
      });
    }),
  );
  await shareButton(page).tap();
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared);
  await expectSoon(shared, [{ text, url: linkTo(id) }]);
  await expectNone(page.getByRole('dialog'));
});

test('whoever closes that sheet is not asked again; where it fails there is a link to copy', async () => {
  const page = await openOwn((one) =>
    one.addInitScript(() => {
      const failures = ['NotAllowedError', 'AbortError'];
      const share = () => Promise.reject(new DOMException('', failures.pop()));
      Object.assign(navigator, { canShare: () => true, share });
    }),
  );
  await shareButton(page).tap();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await expectNone(page.getByRole('dialog'));
  await shareButton(page).tap();
  await expectVisible(page.getByRole('dialog', { name: 'Condividi la richiesta' }));
});

test('where the device shares nothing there are a link, its code and a text to copy', async () => {
  const page = await openOwn((one) =>
    one.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: undefined })),
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shareButton(page).tap();
  const dialog = page.getByRole('dialog', { name: 'Condividi la richiesta' });
  await expectVisible(dialog.getByRole('img', { name: 'Codice QR della richiesta' }));
  await expectVisible(dialog.getByText(text));
  await expectSoon(() => dialog.getByLabel('Link').inputValue(), linkTo(id));
  await dialog.getByRole('button', { name: 'Copia il link' }).tap();
  await expectVisible(toast(page, 'Link copiato'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${text}\n${linkTo(id)}`);
});

test('the link opens after the sign-in, and tells a person of another worksite nothing', async () => {
  await openOwn();
  const path = `/exchanges?highlight=${id}`;
  const { page: colleague } = await stage.phone();
  await colleague.goto(path);
  await expectVisible(colleague.getByLabel('Email'));
  await expectNone(colleague.getByText('Nina Nuova'));
  await sendLogin(colleague, stage.server.signInOf('Marco'));
  await expectVisible(colleague.locator(`#scambio-${id}`));

  const { page: stranger } = await stage.phone();
  await enterAsNewcomer(stranger, stage.server, { variant: 'taxi' });
  await stranger.goto(path);
  await expectVisible(toast(stranger, 'Questa richiesta non c’è più'));
  await expectSoon(() => new URL(stranger.url()).search, '');
  const seen = await stranger.locator('body').innerText();
  expect(seen).not.toMatch(/Tiburtina|Nina N|06:00/);
});
