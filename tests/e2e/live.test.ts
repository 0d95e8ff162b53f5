import type { Locator, Page, Request } from '@playwright/test';
import { type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { dayCell, freeMonth, openCalendar } from './calendar.ts';
import { leaveRestAlone, publishShift, recordShift } from './calls.ts';
import {
  bell,
  card,
  exchangeTab,
  openCard,
  pressOnCard,
  publish,
  markAllNotificationsRead,
  type TabName,
} from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { goBy, heading, press, signIn, signOut, toast } from './screens.ts';

test.beforeAll(async ({ desk, server }) => {
  const people = ['Giulia', 'Marco', 'Sara'].map(server.signInOf);
  await leaveRestAlone(await desk(), people);
});
const month = freeMonth();
const dayOf = (number: number): Day => `${month}-${number}`;

/** Records an early duty for the first person and late ones for the others. */
async function record(day: Day, early: Page, ...late: Page[]): Promise<string> {
  for (const page of late) await recordShift(page, day, '14:00', '22:00');
  return recordShift(early, day, '06:00', '14:00');
}

/** The requester shown on the card. */
const hers = 'Giulia Ferri';
const own = 'La tua richiesta';

async function openTab(page: Page, name: TabName): Promise<void> {
  await exchangeTab(page, name).click();
  await expect(page.getByRole('heading', { name, level: 2, exact: true })).toBeVisible();
}

/** Answers a confirmation dialog. */
const answer = (page: Page, title: string, button: string): Promise<void> =>
  press(page.getByRole('alertdialog', { name: title }), button);

test('three people see each other’s actions without a reload', async ({ phone, desk }) => {
  const [giulia, marco, sara] = [await desk('Giulia'), await phone('Marco'), await phone('Sara')];
  const [first, second] = [dayOf(10), dayOf(11)];
  await record(first, giulia, marco, sara);
  await record(second, giulia, marco, sara);
  let loads = 0;
  for (const page of [giulia, marco, sara]) {
    await markAllNotificationsRead(page);
    await goBy(page, 'Scambi');
    page.on('load', () => (loads += 1));
  }
  const offer = (from: string) => mine.getByRole('button', { name: `Scambia con ${from}` });
  const mine = card(giulia, own, first);
  const says = (page: Page, text: string) => card(page, hers, first).getByText(text, { exact: true });
  const rival = 'Ora tocca a Giulia Ferri confermare. Oltre a te, un collega ha pre-accettato.';
  const alone = 'Ora tocca a Giulia Ferri confermare.';
  const preAcceptOn = (page: Page, day: Day): Promise<void> =>
    pressOnCard(card(page, hers, day), `Pre-accetta lo scambio con ${hers}`);

  const draft = { times: '06:00–14:00', wanted: 'Pomeriggio', message: '' };
  await publish(giulia, { ...draft, day: first });
  for (const page of [marco, sara]) await expect(card(page, hers, first)).toBeVisible();
  await expect(bell(marco)).toHaveAccessibleName('Notifiche, 1 da leggere');
  await openCard(card(sara, hers, first));
  await openTab(giulia, 'Pre-Accettati');

  await preAcceptOn(marco, first);
  await openCard(mine);
  await expect(offer('Marco')).toBeVisible();
  await expect(says(sara, 'Un collega ha pre-accettato: puoi farlo anche tu.')).toBeVisible();
  await expect(bell(giulia)).toHaveAccessibleName('Notifiche, 1 da leggere');
  await openTab(marco, 'Pre-Accettati');
  await openCard(card(marco, hers, first));

  await preAcceptOn(sara, first);
  await expect(offer('Sara')).toBeVisible();
  await expect(says(marco, rival)).toBeVisible();
  await openTab(sara, 'Pre-Accettati');
  await openCard(card(sara, hers, first));

  await pressOnCard(card(marco, hers, first), `Annulla pre-accettazione dello scambio con ${hers}`);
  await answer(marco, 'Annulli la pre-accettazione?', 'Annulla pre-accettazione');
  await expect(offer('Marco')).toBeHidden();
  await expect(says(sara, alone)).toBeVisible();
  await openTab(marco, 'Rifiutati/Annullati');
  await pressOnCard(card(marco, hers, first), `Ci ho ripensato: pre-accetta lo scambio con ${hers}`);
  await expect(offer('Marco')).toBeVisible();
  await expect(says(sara, rival)).toBeVisible();
  await openTab(marco, 'Pre-Accettati');
  await openCard(card(marco, hers, first));
  await press(mine, 'Rifiuta offerta di Sara Conti');
  await answer(giulia, 'Rifiuti l’offerta di Sara Conti?', 'Rifiuta offerta');
  await expect(card(sara, hers, first)).toBeHidden();
  await expect(says(marco, alone)).toBeVisible();

  // another swap is confirmed while Marco has his calendar open, and Sara her pre-acceptances
  await publish(giulia, { ...draft, day: second });
  await openTab(giulia, 'Pre-Accettati');
  for (const page of [marco, sara]) {
    await openTab(page, 'Disponibili');
    await preAcceptOn(page, second);
    await openTab(page, 'Pre-Accettati');
  }
  await openCalendar(marco, month);
  await expect(dayCell(marco, second, 'sede 14:00–22:00')).toBeVisible();
  await pressOnCard(card(giulia, own, second), 'Scambia con Marco');
  await answer(giulia, 'Scambi il turno con Marco Bianchi?', 'Conferma lo scambio');
  await expect(dayCell(marco, second, `sede 06:00–14:00, scambiato con ${hers}`)).toBeVisible();
  await expect(card(sara, hers, second)).toBeHidden();
  await openTab(sara, 'Rifiutati/Annullati');
  await expect(card(sara, hers, second).getByText('Decaduta', { exact: true })).toBeVisible();
  expect(loads).toBe(0);
});

const isLine = (request: Request): boolean => new URL(request.url()).pathname === '/api/events';

/** Records which tab opens event streams. */
function watchLines(tabs: Record<string, Page>): string[] {
  const lines: string[] = [];
  for (const [name, page] of Object.entries(tabs)) {
    page.on('request', (request) => {
      if (isLine(request)) lines.push(name);
    });
  }
  return lines;
}

test.describe('the tabs of one browser', () => {
  async function openTabs(first: Page) {
    const second = await first.context().newPage();
    // The dashboard may still be opening its stream: goes to a page without one first.
    await first.goto('/terms-conditions');
    const lines = watchLines({ first, second });
    await first.goto('/exchanges');
    await expect.poll(() => lines).toContain('first');
    await second.goto('/exchanges');
    for (const page of [first, second]) await expect(exchangeTab(page, 'Disponibili')).toBeVisible();
    return { first, second, lines };
  }

  test('share one stream, which another tab takes over', async ({ phone, desk }) => {
    const giulia = await phone('Giulia');
    const { first, second, lines } = await openTabs(await desk('Marco'));
    const [before, after] = [dayOf(12), dayOf(13)];
    const shifts = [await record(before, giulia, second), await record(after, giulia, second)] as const;
    await publishShift(giulia, shifts[0], before);
    for (const page of [first, second]) await expect(card(page, hers, before)).toBeVisible();
    // a busy server may close a stream, which its tab then opens again
    expect(lines).not.toContain('second');
    await first.close();
    await publishShift(giulia, shifts[1], after);
    await expect(card(second, hers, after)).toBeVisible();
    await expect.poll(() => lines).toContain('second');
  });

  test('both go to the login when one signs out, regardless of which has the stream', async ({
    desk,
    server,
  }) => {
    for (const leaver of ['first', 'second'] as const) {
      const page = await desk();
      await signIn(page, server.signInOf('Marco'), 'Marco');
      const tabs = await openTabs(page);
      const stayer = leaver === 'first' ? tabs.second : tabs.first;
      await signOut(tabs[leaver]);
      await expect(heading(stayer, 'Accedi')).toBeVisible();
      await expect(heading(tabs[leaver], 'Accedi')).toBeVisible();
    }
  });
});

test.describe('the bell', () => {
  const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifiche' });
  /** The exchanges' address, which contains a request for some seconds. */
  const namesRequest = /\/exchanges\?highlight=/;

  test('shows at once that something is over', async ({ phone, desk }) => {
    const [giulia, marco, sara] = [await desk('Giulia'), await phone('Marco'), await phone('Sara')];
    for (const page of [marco, sara]) await markAllNotificationsRead(page);
    const [refused, swapped] = [`${month}-05`, `${month}-06`] as const;
    await publishShift(giulia, await record(refused, giulia, marco, sara), refused);
    await publishShift(giulia, await record(swapped, giulia, marco, sara), swapped);
    for (const page of [marco, sara])
      await expect(bell(page)).toHaveAccessibleName('Notifiche, 2 da leggere');

    // declining it in the list leaves nothing unread
    await goBy(marco, 'Scambi');
    await pressOnCard(card(marco, hers, refused), `Rifiuta lo scambio con ${hers}`);
    await expect(toast(marco, 'Richiesta rifiutata')).toBeVisible();
    await expect(bell(marco)).toHaveAccessibleName('Notifiche, 1 da leggere');
    await expect(bell(sara)).toHaveAccessibleName('Notifiche, 2 da leggere');

    // Sara has the list open while the other two swap
    await bell(sara).click();
    const news = (text: string): Locator =>
      panel(sara)
        .getByRole('button')
        .filter({ hasText: formatMediumDay(swapped) })
        .filter({ hasText: text });
    await expect(news('Da leggere')).toBeVisible();
    await pressOnCard(card(marco, hers, swapped), `Pre-accetta lo scambio con ${hers}`);
    await expect(bell(marco)).toHaveAccessibleName('Notifiche');
    await goBy(giulia, 'Scambi');
    await openTab(giulia, 'Pre-Accettati');
    await pressOnCard(card(giulia, own, swapped), 'Scambia con Marco');
    await answer(giulia, 'Scambi il turno con Marco Bianchi?', 'Conferma lo scambio');
    await expect(news('Da leggere')).toHaveCount(0);

    // with those of the tests before it is in a group; it leads to the closed request
    const over = news('Lo scambio è già concluso.');
    const many = panel(sara).getByRole('button', { name: /\d+ nuove richieste di scambio/, expanded: false });
    await expect(over.or(many).first()).toBeVisible();
    if ((await many.count()) > 0) await many.click();
    await expect(over.first()).toBeVisible();
    await Promise.all([sara.waitForURL(namesRequest), news('Lo scambio è già concluso.').last().click()]);
    await expect(panel(sara)).toBeHidden();
    await expect(sara.getByText('La richiesta che cercavi')).toBeVisible();
    await expect(card(sara, hers, swapped)).toBeVisible();
  });
});
