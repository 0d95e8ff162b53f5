import type { Page } from '@playwright/test';
import { addDays, formatMediumDay } from '../../src/domain/calendar/day.ts';
import type { ProductServer } from '../../tools/productServer.ts';
import { today } from './calendar.ts';
import { publishShift, recordShift } from './calls.ts';
import { card, openCard } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { enterAsNewcomer } from './people.ts';
import { sendLogin, toast } from './screens.ts';

// Sharing an own request, and what its link reveals to whom.

const day = addDays(today(), 9);
const text = `Cerco cambio: ${formatMediumDay(day)} 6–14, Cantiere Tiburtina`;
let id: string;

/** Opens the requester's page of own requests. */
async function openOwn(page: Page, server: ProductServer, init?: (page: Page) => Promise<unknown>) {
  await init?.(page);
  await enterAsNewcomer(page, server);
  id = await publishShift(page, await recordShift(page, day, '06:00', '14:00'), day);
  await page.goto('/exchanges?tab=mie');
  await openCard(card(page, 'La tua richiesta', day));
  return page;
}

const shareButton = (page: Page) =>
  card(page, 'La tua richiesta', day).getByRole('button', { name: /^Condividi la richiesta per / });

const linkTo = (server: ProductServer, request: string) => `${server.url}/exchanges?highlight=${request}`;

test('the device’s share sheet gets a text without a name; closing it does nothing; if it fails there is a link to copy', async ({
  phone,
  server,
}) => {
  const page = await openOwn(await phone(), server, (one) =>
    one.addInitScript(() => {
      const failures = ['NotAllowedError', 'AbortError'];
      const shared: unknown[] = [];
      const share = (data: unknown) => {
        shared.push(data);
        return Promise.reject(new DOMException('', failures.pop()));
      };
      Object.assign(globalThis, { shared });
      Object.assign(navigator, { canShare: () => true, share });
    }),
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shareButton(page).tap();
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared);
  await expect.poll(shared).toEqual([{ text, url: linkTo(server, id) }]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await shareButton(page).tap();
  const dialog = page.getByRole('dialog', { name: 'Condividi la richiesta' });
  await expect(dialog.getByRole('img', { name: 'Codice QR della richiesta' })).toBeVisible();
  await expect(dialog.getByText(text)).toBeVisible();
  await expect(dialog.getByLabel('Link')).toHaveValue(linkTo(server, id));
  await dialog.getByRole('button', { name: 'Copia il link' }).tap();
  await expect(toast(page, 'Link copiato')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${text}\n${linkTo(server, id)}`);
});

test('the link opens after sign-in, and reveals nothing to a person of another worksite', async ({
  phone,
  newcomer,
  server,
}) => {
  await openOwn(await phone(), server);
  const path = `/exchanges?highlight=${id}`;
  const colleague = await phone();
  await colleague.goto(path);
  await expect(colleague.getByLabel('Email')).toBeVisible();
  await expect(colleague.getByText('Nina Nuova')).toHaveCount(0);
  await sendLogin(colleague, server.signInOf('Marco'));
  await expect(colleague.locator(`#scambio-${id}`)).toBeVisible();

  const stranger = await newcomer({ variant: 'taxi' });
  await stranger.goto(path);
  await expect(toast(stranger, 'Questa richiesta non c’è più')).toBeVisible();
  await expect.poll(() => new URL(stranger.url()).search).toBe('');
  const seen = await stranger.locator('body').innerText();
  expect(seen).not.toMatch(/Tiburtina|Nina N|06:00/);
});
