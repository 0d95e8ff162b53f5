import type { Locator, Page } from '@playwright/test';
import { shortHours } from '../../src/client/shifts/calendar/hoursTexts.ts';
import { addDays, type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { formatMonth, monthGrid, monthOf } from '../../src/domain/calendar/month.ts';
import type { ApprovalList } from '../../src/domain/exchanges/schema.approval.ts';
import type { ExchangeRequest, WaitingList } from '../../src/domain/exchanges/schema.ts';
import type { OperationList } from '../../src/domain/operations/schema.ts';
import type { RosterProposals } from '../../src/domain/rosters/schema.answers.ts';
import { type MinutesByKind, monthHours, sumOfKinds } from '../../src/domain/shifts/hours.ts';
import type { Session } from '../../src/domain/users/schema.ts';
import { calendar, dayCell, freeMonth, openCalendar, today } from './calendar.ts';
import { preAccept, publishShift, recordShift } from './calls.ts';
import { expect, test } from './fixtures.ts';
import { countTaps } from './gestures.ts';
import { storedShifts, storeShift } from './people.ts';
import { heading, navigation, press, signIn, toast } from './screens.ts';

// Home answers what now: what waits for me is there without a tap, and answered in place.

const thisMonth = monthOf(today());
const month = freeMonth();
const [offered, mirrored] = [`${month}-10`, `${month}-11`] satisfies [Day, Day];

const waiting = (page: Page): Locator => page.getByRole('region', { name: 'Tocca a te' });

/** The number that stands in a heading or a link. */
const numberOf = async (place: Locator): Promise<number> => Number(/\d+/.exec(await place.innerText())?.[0]);

/** How far a part's lower edge lies above that of the first screen's free space, which ends at the bar at the bottom. */
async function roomBelow(page: Page, part: Locator): Promise<number> {
  const bar = await page.getByRole('navigation', { name: 'Principale' }).boundingBox();
  const box = await part.boundingBox();
  return (bar?.y ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
}

// More than the demo has: answers of the server are changed on their way to the page.

const idAt = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const counts = { offers: 9, matches: 2, approvals: 7 };

/** How much waits: the swaps, the roster and the codes. */
const everything = counts.offers + counts.matches + counts.approvals + 2;
/** Of it what is answered in Scambi. */
const swaps = counts.offers + counts.matches;

const duty = {
  date: addDays(today(), 12),
  workLocation: 'sede' as const,
  startTime: '06:00',
  endTime: '14:00',
  shiftType: 'mattina' as const,
  isSplitShift: false,
  secondStartTime: null,
  secondEndTime: null,
};

/** Lets a bit of everything wait for a person who has a request with an offer, as Giulia in the demo. */
async function letEverythingWait(page: Page): Promise<void> {
  await letSwapsWait(page);
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    const session = (await response.json()) as Session;
    if (!response.ok()) return route.fulfill({ response });
    const user = { ...session.user, mayApproveSwaps: true, mayReviewCodes: true };
    return route.fulfill({ response, json: { ...session, user } });
  });
  await page.route('**/api/exchange-requests/approvals', (route) =>
    route.fulfill({ json: { approvals: approvals(), total: counts.approvals } satisfies ApprovalList }),
  );
  await page.route('**/api/rosters/proposals', async (route) => {
    const response = await route.fetch();
    const day = { day: duty.date, kind: 'new' as const, duty: null, now: null, reason: null };
    const proposals = (await response.json()) as RosterProposals;
    const json = { ...proposals, version: 'one', title: 'dicembre', days: [day], acceptable: 1 };
    await route.fulfill({ response, json });
  });
  await page.route('**/api/operations/page?*', (route) => {
    const list = { operations: [], counts: { OPP: 3, Case: 1 }, nextCursor: null };
    return route.fulfill({ json: list satisfies Pick<OperationList, 'counts'> });
  });
}

/** Copies of the person's request with an offer, and of it as a colleague's that mirrors an own one. */
async function letSwapsWait(page: Page): Promise<void> {
  await page.route('**/api/exchange-requests/waiting', async (route) => {
    const response = await route.fetch();
    const { requests } = (await response.json()) as WaitingList;
    const sample = requests.find(({ preAcceptedBy }) => preAcceptedBy.length > 0);
    if (!sample) throw new Error('the demo has no offer for this person');
    const copies = (count: number, from: number, changes: Partial<ExchangeRequest>): ExchangeRequest[] =>
      Array.from({ length: count }, (_, at) => ({ ...sample, id: idAt(from + at), ...changes }));
    const match = { requesterId: idAt(1), requesterName: 'Sara Conti', preAcceptedBy: [], ownDuties: [duty] };
    const all = [...copies(counts.offers, 100, {}), ...copies(counts.matches, 200, match)];
    await route.fulfill({ response, json: { requests: all, total: all.length } satisfies WaitingList });
  });
}

function approvals(): ApprovalList['approvals'] {
  const side = (name: string) => ({ name, gives: [duty], rest: [] });
  return Array.from({ length: counts.approvals }, (_, at) => ({
    id: idAt(300 + at),
    version: String(at),
    kind: 'turno' as const,
    worksiteName: 'Cantiere Tiburtina',
    weeks: null,
    requester: side(`Ada ${at}`),
    accepter: side('Marco Bianchi'),
    isBlocked: false,
    since: '2026-11-20T08:00:00.000Z',
    until: '2026-11-28T08:00:00.000Z',
  }));
}

/** Lets the page show a number on its icon, as if its person had switched notifications on in this browser. */
async function letShowBadge(page: Page): Promise<void> {
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch();
    const id = response.ok() ? ((await response.json()) as Session).user.id : '';
    await page.evaluate((owner) => localStorage.setItem('turnario.push', owner), id).catch(() => null);
    await route.fallback();
  });
  await page.addInitScript(() => {
    const setAppBadge = async (count: number): Promise<void> =>
      void Object.assign(globalThis, { badge: count });
    Object.assign(navigator, { setAppBadge });
  });
}

const badgeOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => Reflect.get(globalThis, 'badge') as unknown);

test.describe('on a phone', () => {
  test('the next shift, what waits and two weeks stand on the first screen, in this order', async ({
    phone,
  }) => {
    const page = await phone('Giulia');
    const parts = [
      page.getByRole('region', { name: 'Benvenuto' }),
      waiting(page),
      page.getByRole('region', { name: 'Questa settimana e la prossima' }),
    ];
    for (const part of parts) await expect(part).toBeVisible();
    // the font may still move them
    await page.evaluate(() => document.fonts.ready.then(() => null));
    let lowest = 0;
    for (const part of parts) {
      expect(await roomBelow(page, part)).toBeGreaterThan(0);
      const top = (await part.boundingBox())?.y ?? 0;
      expect(top).toBeGreaterThan(lowest);
      lowest = top;
    }
    await expect(parts[0]!.getByText(/^(oggi, |domani, )?\S+ì \d+( \S+)?$/)).toBeVisible();
  });

  test('an offer is confirmed with two taps', async ({ phone }) => {
    const page = await phone('Giulia');
    const requestId = await publishShift(page, await recordShift(page, offered, '06:00', '14:00'), offered);
    const marco = await phone('Marco');
    await recordShift(marco, offered, '14:00', '22:00');
    await preAccept(marco, requestId);
    const row = waiting(page)
      .getByRole('listitem')
      .filter({ hasText: formatMediumDay(offered) });
    // the screen follows: nothing is touched until it is there
    await expect.poll(async () => (await row.isVisible()) && (await roomBelow(page, row)) > 0).toBe(true);
    const count = await countTaps(page);
    await row.getByRole('button', { name: 'Scambia con Marco' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma lo scambio' }).tap();
    await expect(toast(page, 'Scambio completato')).toBeVisible();
    expect(count.taps).toBe(2);
    await expect(row).toBeHidden();
    await expect(heading(page, 'Ciao Giulia')).toBeFocused();
    await openCalendar(page, month);
    await expect(dayCell(page, offered, 'sede 14:00–22:00, scambiato con Marco Bianchi')).toBeVisible();
  });

  test('of equal offers the one on top is there, the others once they are opened', async ({ newcomer }) => {
    const [page, ...colleagues] = [await newcomer(), await newcomer(), await newcomer()] as const;
    const requestId = await publishShift(page, await recordShift(page, mirrored, '06:00', '14:00'), mirrored);
    for (const colleague of colleagues) {
      await recordShift(colleague, mirrored, '14:00', '22:00');
      await preAccept(colleague, requestId);
    }
    const row = waiting(page)
      .getByRole('listitem')
      .filter({ has: page.getByText(`2 colleghi accettano il tuo turno di ${formatMediumDay(mirrored)}`) });
    await row.getByRole('button', { name: /^Un’altra offerta|^Altra offerta|^Altre? / }).tap();
    const others = page.getByRole('list', { name: `Altre offerte per ${formatMediumDay(mirrored)}` });
    await others.getByRole('button', { name: 'Scambia con Nina' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma lo scambio' }).tap();
    await expect(toast(page, 'Scambio completato')).toBeVisible();
    await expect(row).toBeHidden();
  });

  test('however much waits, of every kind, it stands on the first screen, and its number on every page', async ({
    phone,
    server,
  }) => {
    const page = await phone();
    await letEverythingWait(page);
    await letShowBadge(page);
    await signIn(page, server.signInOf('Giulia'), 'Giulia');
    const parts = [page.getByRole('region', { name: 'Benvenuto' }), waiting(page)];
    await expect.poll(() => numberOf(waiting(page).getByRole('heading', { level: 2 }))).toEqual(everything);
    await page.evaluate(() => document.fonts.ready.then(() => null));
    for (const part of parts) expect(await roomBelow(page, part)).toBeGreaterThan(0);
    const answers = (name: RegExp): Locator => waiting(page).getByRole('button', { name });
    await press(waiting(page), 'Altre 8 richieste con offerte');
    await expect(answers(/^Scambia con /)).toHaveCount(9);
    await press(waiting(page), '2 scambi perfetti');
    await expect(answers(/^Pre-accetta /)).toHaveCount(2);
    await press(waiting(page), '7 scambi da approvare');
    await expect(answers(/^Vedi e decidi/)).toHaveCount(7);
    await expect(waiting(page).getByRole('link', { name: 'Vedi le differenze' })).toBeVisible();
    await expect(waiting(page).getByRole('link', { name: 'Esamina i codici' })).toBeVisible();

    const home = navigation(page).getByRole('link', { name: 'Home', exact: true });
    for (const path of ['/', '/calendar']) {
      await page.goto(path);
      await expect.poll(() => numberOf(home)).toEqual(everything);
      await expect.poll(() => badgeOf(page)).toEqual(everything);
    }
    const description = navigation(page).locator(`#${(await home.getAttribute('aria-describedby')) ?? ''}`);
    await expect(description).toHaveText(`Tocca a te: ${everything} cose`);
    // where swaps are answered too
    await expect
      .poll(() => numberOf(navigation(page).getByRole('link', { name: 'Scambi', exact: true })))
      .toEqual(swaps);
  });

  test('who has nothing in the calendar reads three first steps above the dashboard, until there is something', async ({
    newcomer,
  }) => {
    const page = await newcomer();
    const steps = page.getByRole('region', { name: 'Per cominciare' }).getByRole('link');
    await expect(steps.first()).toBeVisible();
    await expect
      .poll(() => steps.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['/shifts/new', '/profile', '/exchanges']);
    await storeShift(page, { date: offered, workLocation: 'libero' });
    // the screen follows
    await expect(steps.first()).toBeHidden();
  });
});

// The month's hours, and the month on paper.

const kindsOf = ({ sede, smart_working: smart, ferie, malattia }: MinutesByKind): number[] => [
  sede,
  smart,
  ferie,
  malattia,
];

test('the hours of a month are those of the domain, drawn as a bar a week', async ({ phone }) => {
  const page = await phone('Giulia');
  const cells = monthGrid(thisMonth);
  const entries = await storedShifts(page, cells[0]?.day ?? '', cells.at(-1)?.day ?? '');
  const hours = monthHours(entries, thisMonth, 8);
  const title = `Le mie ore di ${formatMonth(thisMonth)}`;
  const panel = page.getByRole('region', { name: title, exact: true });
  await panel.getByText(title, { exact: true }).click();
  const figures = [hours.worked, hours.expected, hours.remaining].map(shortHours);
  await expect(panel.getByRole('definition')).toHaveText(figures);
  const weeks = panel.getByRole('list', { name: 'Ore per settimana' }).getByRole('listitem');
  await expect(weeks).toHaveCount(hours.weeks.length);
  const most = Math.max(40 * 60, ...hours.weeks.map(({ byKind }) => sumOfKinds(byKind)));
  for (const [place, { byKind }] of hours.weeks.entries()) {
    const shares = await weeks
      .nth(place)
      .locator('[data-tone]')
      .evaluateAll((parts) => {
        const whole = parts[0]?.parentElement?.getBoundingClientRect().width ?? 0;
        return parts.map((part) => part.getBoundingClientRect().width / whole);
      });
    const wanted = kindsOf(byKind).map((minutes) => minutes / most);
    expect(shares).toHaveLength(wanted.length);
    shares.forEach((share, kind) => expect(share).toBeCloseTo(wanted[kind] ?? -1, 2));
  }
  // and the same as text
  await panel.getByText('Le ore in tabella', { exact: true }).click();
  const sums = panel.getByRole('table').locator('tbody tr td:last-child');
  await expect(sums).toHaveText(hours.weeks.map(({ byKind }) => shortHours(sumOfKinds(byKind))));
});

test.describe('on paper', () => {
  /** Pages of a PDF and the size of each, in points. */
  const sheetsOf = (pdf: Buffer): string[] =>
    [...pdf.toString('latin1').matchAll(/\/MediaBox \[([\d. ]+)\]/g)].map(([, box = '']) =>
      box
        .split(' ')
        .map((edge) => Math.round(Number(edge)))
        .join(' '),
    );

  for (const [firstName, path, shown] of [
    ['Giulia', '/calendar', thisMonth],
    // six weeks, the first days of May a holiday
    ['Giulia', '/calendar', '2027-05'],
    ['Paolo', '/', thisMonth],
    ['Tiziana', '/calendar', thisMonth],
  ] as const) {
    test(`the month ${shown} of ${firstName} lies on one A4 sheet, printed from ${path}`, async ({
      phone,
    }) => {
      const page = await phone(firstName, { at: path, colorScheme: 'dark' });
      await page.goto(`${path}?month=${shown}`);
      await expect(calendar(page).getByRole('grid')).toHaveAttribute('aria-busy', 'false');
      await page.emulateMedia({ media: 'print' });
      // paper is light, whatever the theme, and at once: a print does not wait for the next frame
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(await ground()).toBe('rgba(0, 0, 0, 0)');
      const title = page.getByText(new RegExp(`^${firstName} \\S+, ${formatMonth(shown)} \\(`));
      await expect(title).toBeVisible();
      const ink = await title.evaluate((element) => getComputedStyle(element).color);
      expect(Math.max(...(ink.match(/\d+/g) ?? []).map(Number))).toBeLessThan(80);
      await expect(calendar(page).getByRole('gridcell')).toHaveCount(42);
      await expect(page.getByRole('list', { name: 'Legenda' })).toBeVisible();
      for (const beside of [
        page.getByRole('banner'),
        page.getByRole('navigation').first(),
        page.getByRole('heading', { level: 1 }),
        calendar(page).getByRole('button', { name: 'Oggi', exact: true }),
        page.getByRole('heading', { name: 'Giorno per giorno' }),
        page.getByText(/^Le mie ore/),
      ]) {
        await expect(beside).toBeHidden();
      }
      // with whatever paper and margins the print dialog starts
      for (const format of ['A4', 'Letter'] as const) {
        const pdf = await page.pdf({ format, preferCSSPageSize: true, printBackground: true });
        expect(sheetsOf(pdf)).toEqual(['0 0 842 595']);
      }
    });
  }

  test('the calendar opens the print of the browser, and gives its shifts as a file', async ({ phone }) => {
    const page = await phone('Giulia');
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'print', () => document.body.setAttribute('data-printed', 'yes'));
    });
    await page.goto('/calendar');
    await press(calendar(page), 'Stampa il mese');
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
    await press(calendar(page), 'Esporta');
    const files = page.getByRole('dialog', { name: 'Esporta i tuoi turni' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('link', { name: 'Excel (.xlsx)' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(`turnario-turni-${thisMonth}-01-`);
  });
});
