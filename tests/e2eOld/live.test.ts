import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Day, formatMediumDay } from '../../src/domain/calendar/day.ts';
import { startProxy } from '../../tools/proxy.ts';
import { calendar, dayCell, freeMonth, openCalendar } from './calendar.ts';
import { idOf, leaveRestAlone, preAccept, publishShift, recordShift, setActive, withdraw } from './calls.ts';
import {
  bell,
  bellName,
  card,
  exchangeTab,
  openCard,
  pressOnCard,
  publish,
  markAllNotificationsRead,
  type TabName,
} from './exchanges.ts';
import {
  expectGone,
  expectNone,
  expectSoon,
  expectVisible,
  goBy,
  heading,
  press,
  signIn,
  signOut,
  toast,
} from './screens.ts';
import { setStage } from './stage.ts';
import { medianOf, pressedAt, watchPresses } from './stopwatch.ts';

const stage = setStage();
beforeAll(async () => {
  const people = ['Giulia', 'Marco', 'Sara'].map(stage.server.signInOf);
  await leaveRestAlone((await stage.desktop()).page, people);
});
const month = freeMonth();
const dayOf = (number: number): Day => `${month}-${number}`;

async function enter(
  firstName: string,
  size: 'phone' | 'desktop' = 'phone',
  options: BrowserContextOptions = {},
  address?: string,
): Promise<Page> {
  const { page } = await stage[size](options, address);
  await signIn(page, stage.server.signInOf(firstName), firstName);
  return page;
}

/** Records an early duty for the first person and late ones for the others. */
async function record(day: Day, early: Page, ...late: Page[]): Promise<string> {
  for (const page of late) await recordShift(page, day, '14:00', '22:00');
  return recordShift(early, day, '06:00', '14:00');
}

/** Whose request a card is. */
const hers = 'Giulia Ferri';
const own = 'La tua richiesta';

async function openTab(page: Page, name: TabName): Promise<void> {
  await exchangeTab(page, name).click();
  await expectVisible(page.getByRole('heading', { name, level: 2, exact: true }));
}

/** Answers a question that a button asked. */
const answer = (page: Page, title: string, button: string): Promise<void> =>
  press(page.getByRole('alertdialog', { name: title }), button);

describe('three people', () => {
  /** Milliseconds from a press to what another person sees of it, by what was pressed. */
  const waits: [move: string, milliseconds: number][] = [];

  /** Makes a move and waits until the others see it. */
  async function see(
    move: string,
    by: Page,
    act: () => Promise<void>,
    changes: Promise<void>[],
  ): Promise<void> {
    const seen = changes.map(async (change) => {
      await change;
      return Date.now();
    });
    const [, ...moments] = await Promise.all([act(), ...seen]);
    const pressed = await pressedAt(by);
    for (const moment of moments) waits.push([move, moment - pressed]);
  }

  const notes = (page: Page, day: Day, text: string): Locator =>
    card(page, hers, day).getByText(text, { exact: true });

  test('see each other’s moves at once, without reload', async () => {
    const [giulia, marco, sara] = [
      await enter('Giulia', 'desktop'),
      await enter('Marco'),
      await enter('Sara'),
    ];
    const [first, second] = [dayOf(10), dayOf(11)];
    await record(first, giulia, marco, sara);
    await record(second, giulia, marco, sara);
    for (const page of [giulia, marco, sara]) {
      await markAllNotificationsRead(page);
      await goBy(page, 'Scambi');
      await watchPresses(page);
    }

    const draft = { times: '06:00–14:00', wanted: 'Pomeriggio', message: '' };
    await see('publish', giulia, () => publish(giulia, { ...draft, day: first }), [
      expectVisible(card(marco, hers, first)),
      expectVisible(card(sara, hers, first)),
      expectVisible(marco.getByRole('button', { name: 'Notifiche, 1 da leggere' })),
    ]);
    await openCard(card(sara, hers, first));
    await openTab(giulia, 'Pre-Accettati');
    const mine = card(giulia, own, first);
    await see(
      'pre-accept',
      marco,
      () => pressOnCard(card(marco, hers, first), `Pre-accetta lo scambio con ${hers}`),
      [
        expectVisible(mine.getByRole('button', { name: 'Scambia con Marco' })),
        expectVisible(notes(sara, first, 'Un collega ha pre-accettato: puoi farlo anche tu.')),
        expectVisible(giulia.getByRole('button', { name: 'Notifiche, 1 da leggere' })),
      ],
    );
    await openTab(marco, 'Pre-Accettati');
    await openCard(card(marco, hers, first));
    const rival = 'Ora tocca a Giulia Ferri confermare. Oltre a te, un collega ha pre-accettato.';
    const alone = 'Ora tocca a Giulia Ferri confermare.';
    await see(
      'pre-accept too',
      sara,
      () => pressOnCard(card(sara, hers, first), `Pre-accetta lo scambio con ${hers}`),
      [
        expectVisible(mine.getByRole('button', { name: 'Scambia con Sara' })),
        expectVisible(notes(marco, first, rival)),
      ],
    );
    await openTab(sara, 'Pre-Accettati');
    await openCard(card(sara, hers, first));
    await pressOnCard(card(marco, hers, first), `Annulla pre-accettazione dello scambio con ${hers}`);
    const withdrawing = () => answer(marco, 'Annulli la pre-accettazione?', 'Annulla pre-accettazione');
    await see('withdraw', marco, withdrawing, [
      expectGone(mine.getByRole('button', { name: 'Scambia con Marco' })),
      expectVisible(notes(sara, first, alone)),
    ]);
    await openTab(marco, 'Rifiutati/Annullati');
    const again = `Ci ho ripensato: pre-accetta lo scambio con ${hers}`;
    await see('change one’s mind', marco, () => pressOnCard(card(marco, hers, first), again), [
      expectVisible(mine.getByRole('button', { name: 'Scambia con Marco' })),
      expectVisible(notes(sara, first, rival)),
    ]);
    await openTab(marco, 'Pre-Accettati');
    await openCard(card(marco, hers, first));
    await press(mine, 'Rifiuta offerta di Sara Conti');
    const refusing = () => answer(giulia, 'Rifiuti l’offerta di Sara Conti?', 'Rifiuta offerta');
    await see('refuse', giulia, refusing, [
      expectGone(card(sara, hers, first)),
      expectVisible(notes(marco, first, alone)),
    ]);

    await publish(giulia, { ...draft, day: second });
    await openTab(giulia, 'Pre-Accettati');
    for (const page of [marco, sara]) {
      await openTab(page, 'Disponibili');
      await pressOnCard(card(page, hers, second), `Pre-accetta lo scambio con ${hers}`);
      await openTab(page, 'Pre-Accettati');
    }
    await openCalendar(marco, month);
    await expectVisible(dayCell(marco, second, 'sede 14:00–22:00'));
    await pressOnCard(card(giulia, own, second), 'Scambia con Marco');
    const confirming = () => answer(giulia, 'Scambi il turno con Marco Bianchi?', 'Conferma lo scambio');
    await see('confirm', giulia, confirming, [
      expectVisible(dayCell(marco, second, `sede 06:00–14:00, scambiato con ${hers}`)),
      expectGone(card(sara, hers, second)),
    ]);
    await openTab(sara, 'Rifiutati/Annullati');
    await expectVisible(card(sara, hers, second).getByText('Decaduta', { exact: true }));

    // none of the pages was loaded anew
    for (const page of [giulia, marco, sara]) expect(await pressedAt(page)).toBeGreaterThan(0);
    const milliseconds = waits.map(([, wait]) => wait);
    console.log(`live: median ${medianOf(milliseconds)} ms`, waits);
    expect(medianOf(milliseconds)).toBeLessThan(1000);
    expect(waits.filter(([, wait]) => wait > 5000)).toEqual([]);
  });
});

const isLine = (request: Request): boolean => new URL(request.url()).pathname === '/api/events';

/** Calls for event streams, by the tab that made them. */
function watchLines(tabs: Record<string, Page>): string[] {
  const lines: string[] = [];
  for (const [name, page] of Object.entries(tabs)) {
    page.on('request', (request) => {
      if (isLine(request)) lines.push(name);
    });
  }
  return lines;
}

describe('the tabs of one browser', () => {
  async function openTabs(options: { withoutLocks?: boolean } = {}) {
    const first = await enter('Marco', 'desktop');
    const context = first.context();
    if (options.withoutLocks) {
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    }
    const second = await context.newPage();
    // The dashboard may still be about to open its line: a page without one comes between.
    await first.goto('/terms-conditions');
    const lines = watchLines({ first, second });
    await first.goto('/exchanges');
    await expectSoon(() => lines, ['first']);
    await second.goto('/exchanges');
    for (const page of [first, second]) await expectVisible(exchangeTab(page, 'Disponibili'));
    return { first, second, lines };
  }

  test('share one line, and another one takes it over', async () => {
    const giulia = await enter('Giulia');
    const { first, second, lines } = await openTabs();
    const [before, after] = [dayOf(12), dayOf(13)];
    const shifts = [await record(before, giulia, second), await record(after, giulia, second)] as const;
    await publishShift(giulia, shifts[0], before);
    for (const page of [first, second]) await expectVisible(card(page, hers, before));
    expect(lines).toEqual(['first']);
    await first.close();
    await publishShift(giulia, shifts[1], after);
    await expectVisible(card(second, hers, after));
    await expectSoon(() => lines, ['first', 'second']);
  });

  test('tell one that comes back to its lists what it missed', async () => {
    const giulia = await enter('Giulia');
    const { first, second, lines } = await openTabs();
    const days = [dayOf(19), dayOf(27), `${month}-09`] as const;
    const shifts: string[] = [];
    for (const day of days) shifts.push(await record(day, giulia, second));
    const publishAt = async (index: 0 | 1 | 2): Promise<void> => {
      await publishShift(giulia, shifts[index] ?? '', days[index]);
      await expectVisible(card(first, hers, days[index]));
    };
    const leave = async (): Promise<void> => {
      await second.getByRole('link', { name: 'Termini, privacy e responsabilità' }).click();
      await expectVisible(heading(second, 'Termini, privacy e responsabilità'));
    };
    await leave();
    await publishAt(0);
    await second.goBack();
    await expectVisible(card(second, hers, days[0]));

    await leave();
    await publishAt(1);
    // what the first tab heard is half a minute old when it hears something else
    await first.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 31_000;
    });
    await publishAt(2);
    await second.goBack();
    await expectVisible(card(second, hers, days[1]));
    expect(lines).toEqual(['first']);
  });

  test('do not depend on one that the browser put to sleep', async () => {
    const giulia = await enter('Giulia');
    const { first, second, lines } = await openTabs();
    const day = dayOf(18);
    const shift = await record(day, giulia, second);
    // no script of it runs any more, nor does it hear anything
    const sleep = await first.context().newCDPSession(first);
    await sleep.send('Debugger.enable');
    await sleep.send('Debugger.pause');
    await second.evaluate(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 16_000;
    });
    await expectSoon(() => lines, ['first', 'second']);
    await publishShift(giulia, shift, day);
    await expectVisible(card(second, hers, day));
    await sleep.send('Debugger.disable');
    await expectVisible(card(first, hers, day));
    expect(lines).toEqual(['first', 'second']);
  });

  test('have a line each where the browser cannot share', async () => {
    const giulia = await enter('Giulia');
    const { first, second, lines } = await openTabs({ withoutLocks: true });
    const day = dayOf(14);
    await publishShift(giulia, await record(day, giulia, second), day);
    for (const page of [first, second]) await expectVisible(card(page, hers, day));
    expect(lines).toEqual(['first', 'second']);
  });

  test('both go to the login when one signs out, whichever has the line', async () => {
    for (const leaver of ['first', 'second'] as const) {
      const tabs = await openTabs();
      const stayer = leaver === 'first' ? tabs.second : tabs.first;
      await signOut(tabs[leaver]);
      await expectVisible(heading(stayer, 'Accedi'));
      await expectVisible(heading(tabs[leaver], 'Accedi'));
    }
  });
});

describe('a page', () => {
  test('goes to the login when its person is shut out', async () => {
    const [ceo, elena] = [await enter('CEO', 'desktop'), await enter('Elena')];
    await goBy(elena, 'Scambi');
    const id = await idOf(elena);
    await setActive(ceo, id, false);
    await expectVisible(heading(elena, 'Accedi'));
    await setActive(ceo, id, true);
    await signIn(elena, stage.server.signInOf('Elena'), 'Elena');
  });

  test('is told what changed after its first answers and before its line was up', async () => {
    const [giulia, { page: marco }] = [await enter('Giulia'), await stage.phone()];
    await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
    const day = dayOf(28);
    const shift = await record(day, giulia, marco);
    // ends what the dashboard still fetches: only the next page's calls are to be seen
    await marco.goto('about:blank');
    let isPublished = (): void => undefined;
    const published = new Promise<void>((resolve) => (isPublished = resolve));
    let held = 0;
    await marco.route('**/api/events?*', async (route) => {
      held += 1;
      await published;
      await route.continue();
    });
    const list = marco.waitForEvent('requestfinished', (request) =>
      request.url().includes('/api/exchange-requests/page?'),
    );
    await marco.goto('/exchanges');
    await list;
    await expectSoon(() => held, 1);
    await publishShift(giulia, shift, day);
    await expectNone(card(marco, hers, day));
    isPublished();
    await expectVisible(card(marco, hers, day));
    expect(held).toBe(1);
  });

  test('catches up after the server was gone', async () => {
    const [giulia, { page: marco, problems }] = [await enter('Giulia'), await stage.phone()];
    await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
    const day = dayOf(15);
    const shift = await record(day, giulia, marco);
    await goBy(marco, 'Scambi');
    // only her session is needed
    await giulia.goto('about:blank');
    await stage.server.halt();
    await stage.server.start();
    await publishShift(giulia, shift, day);
    await expectVisible(card(marco, hers, day));
    // while the server was gone its answers were none
    expect(problems.filter((problem) => !/ERR_|\b503\b/.test(problem))).toEqual([]);
    problems.length = 0;
  });

  test('gives its line back when nobody looks, and catches up when somebody does', async () => {
    const [giulia, { page: marco }] = [await enter('Giulia'), await stage.phone()];
    await marco.clock.install();
    const lines = watchLines({ marco });
    let ended = 0;
    marco.on('requestfailed', (request) => (ended += isLine(request) ? 1 : 0));
    await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
    const day = dayOf(16);
    const shift = await record(day, giulia, marco);
    await goBy(marco, 'Scambi');
    const setVisibility = (state: DocumentVisibilityState): Promise<void> =>
      marco.evaluate((shown) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => shown });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await setVisibility('hidden');
    await marco.clock.fastForward(61_000);
    await expectSoon(() => lines.length - ended, 0);
    const opened = lines.length;
    await publishShift(giulia, shift, day);
    await setVisibility('visible');
    await expectVisible(card(marco, hers, day));
    await expectSoon(() => lines.length - ended, 1);
    expect(lines).toHaveLength(opened + 1);
  });

  test('notices a line that died in silence, and opens another one', async () => {
    const proxy = await startProxy(stage.server.url);
    const [giulia, { page: marco }] = [await enter('Giulia'), await stage.phone({}, proxy.url)];
    await marco.clock.install();
    await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
    const day = dayOf(17);
    const shift = await record(day, giulia, marco);
    await goBy(marco, 'Scambi');
    await expectSoon(() => proxy.streamCount(), 1);
    proxy.loseStreams();
    await publishShift(giulia, shift, day);
    await expectNone(card(marco, hers, day));
    await marco.clock.fastForward(60_000);
    await expectVisible(card(marco, hers, day));
    expect(proxy.streamCount()).toBe(2);
    await marco.context().close();
    await proxy.close();
  });
});

describe('the bell', () => {
  const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifiche' });
  /** The address of the exchanges, which names a request for some seconds. */
  const namesRequest = /\/exchanges\?highlight=/;

  test('folds nothing that needs an answer, and each leads to its request', async () => {
    const [giulia, marco] = [await enter('Giulia'), await enter('Marco')];
    await markAllNotificationsRead(marco);
    const days = [20, 21, 22, 23, 24].map(dayOf);
    for (const day of days) await publishShift(giulia, await record(day, giulia, marco), day);
    await expectSoon(() => bellName(marco), 'Notifiche, 5 da leggere');
    await bell(marco).click();
    const waiting = panel(marco).getByRole('list', { name: 'Richieste che puoi accettare' });
    const unread = waiting.getByRole('button', { name: 'Da leggere: Nuova richiesta di scambio' });
    await expectSoon(() => unread.count(), 5);
    const day = days[2]!;
    await Promise.all([
      marco.waitForURL(namesRequest),
      unread.filter({ hasText: formatMediumDay(day) }).click(),
    ]);
    await expectGone(panel(marco));
    await expectVisible(card(marco, hers, day));
    await expectSoon(() => card(marco, hers, day).evaluate((one) => one === document.activeElement), true);
    await expectSoon(() => bellName(marco), 'Notifiche, 4 da leggere');
    await markAllNotificationsRead(marco);
    await expectSoon(() => bellName(marco), 'Notifiche');
  });

  test('says at once that something is over', async () => {
    const [giulia, marco, sara] = [
      await enter('Giulia', 'desktop'),
      await enter('Marco'),
      await enter('Sara'),
    ];
    for (const page of [marco, sara]) await markAllNotificationsRead(page);
    const [refused, swapped] = [`${month}-05`, `${month}-06`] as const;
    await publishShift(giulia, await record(refused, giulia, marco, sara), refused);
    await publishShift(giulia, await record(swapped, giulia, marco, sara), swapped);
    for (const page of [marco, sara]) await expectSoon(() => bellName(page), 'Notifiche, 2 da leggere');

    // who refuses it in the list has nothing left to read
    await goBy(marco, 'Scambi');
    await pressOnCard(card(marco, hers, refused), `Rifiuta lo scambio con ${hers}`);
    await expectVisible(toast(marco, 'Richiesta rifiutata'));
    await expectSoon(() => bellName(marco), 'Notifiche, 1 da leggere');
    await expectSoon(() => bellName(sara), 'Notifiche, 2 da leggere');

    // Sara looks at the list while the other two swap
    await bell(sara).click();
    const news = (text: string): Locator =>
      panel(sara)
        .getByRole('button')
        .filter({ hasText: formatMediumDay(swapped) })
        .filter({ hasText: text });
    await expectVisible(news('Da leggere'));
    await pressOnCard(card(marco, hers, swapped), `Pre-accetta lo scambio con ${hers}`);
    await expectSoon(() => bellName(marco), 'Notifiche');
    await goBy(giulia, 'Scambi');
    await openTab(giulia, 'Pre-Accettati');
    await pressOnCard(card(giulia, own, swapped), 'Scambia con Marco');
    await answer(giulia, 'Scambi il turno con Marco Bianchi?', 'Conferma lo scambio');
    await expectVisible(news('Lo scambio è già concluso.'));
    await expectSoon(() => news('Da leggere').count(), 0);

    // it may stand among many of its kind by now; it leads to what became of the request
    const many = panel(sara).getByRole('button', { name: /\d+ nuove richieste di scambio/, expanded: false });
    if ((await many.count()) > 0) await many.click();
    await Promise.all([sara.waitForURL(namesRequest), news('Lo scambio è già concluso.').last().click()]);
    await expectGone(panel(sara));
    await expectVisible(sara.getByText('La richiesta che cercavi'));
    await expectVisible(card(sara, hers, swapped));
  });

  test('shows older ones on demand', async () => {
    const [giulia, marco, sara] = [await enter('Giulia'), await enter('Marco'), await enter('Sara')];
    await markAllNotificationsRead(giulia);
    const day = dayOf(25);
    // without Sara the first withdrawal would leave nobody who can accept
    const id = await publishShift(giulia, await record(day, giulia, marco, sara), day);
    for (let time = 0; time < 17; time += 1) {
      await preAccept(marco, id);
      await withdraw(marco, id);
    }
    await bell(giulia).click();
    // offers that were withdrawn are over, and count as read
    await expectVisible(panel(giulia).getByRole('button', { name: /^Almeno 15 pre-accettazioni/ }));
    await press(panel(giulia), 'Mostra altre');
    await expectVisible(panel(giulia).getByRole('button', { name: /^Da leggere: 17 scambi non riusciti/ }));
    await expectNone(panel(giulia).getByRole('button', { name: 'Mostra altre' }));
  });
});

test('an open calendar follows what happens to its duties', async () => {
  const [giulia, marco] = [await enter('Giulia'), await enter('Marco')];
  const day = dayOf(26);
  await openCalendar(giulia, month);
  const shift = await record(day, giulia, marco);
  await expectVisible(dayCell(giulia, day, 'sede 06:00–14:00'));
  await publishShift(giulia, shift, day);
  await expectVisible(dayCell(giulia, day, 'sede 06:00–14:00, offerto in uno scambio'));
  await expectSoon(() => calendar(giulia).getByRole('gridcell').count(), 42);
});

describe('who acts', () => {
  /** Marco before his list, which shows the first of Giulia's days; the others can be published. */
  async function atTheList(days: readonly Day[]) {
    const [giulia, marco] = [await enter('Giulia'), await enter('Marco')];
    const shifts: string[] = [];
    for (const day of days) shifts.push(await record(day, giulia, marco));
    const publishAt = (index: number): Promise<string> =>
      publishShift(giulia, shifts[index] ?? '', days[index] ?? dayOf(0));
    await publishAt(0);
    await goBy(marco, 'Scambi');
    await expectVisible(card(marco, hers, days[0] ?? dayOf(0)));
    return { marco, publishAt };
  }

  test('reads each list once, and what others change meanwhile', async () => {
    const [refused, after] = [`${month}-01`, `${month}-02`];
    const { marco, publishAt } = await atTheList([refused, after]);
    const heard = await watchEvents(marco);
    const reads = new Map<string, number>();
    marco.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() === 'GET') reads.set(pathname, (reads.get(pathname) ?? 0) + 1);
    });
    await pressOnCard(card(marco, hers, refused), `Rifiuta lo scambio con ${hers}`);
    await expectGone(card(marco, hers, refused));
    await expectSoon(() => heard() > 0, true);
    const ownEvents = heard();
    await marco.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(Math.max(...reads.values()), JSON.stringify([...reads])).toBe(1);
    expect(reads.get('/api/exchange-requests/page')).toBe(1);
    // the next event is of somebody else's change
    await publishAt(1);
    await expectVisible(card(marco, hers, after));
    expect(heard()).toBeGreaterThan(ownEvents);
    expect(reads.get('/api/exchange-requests/page')).toBe(2);
  });

  test.each(['own answer', 'own refetch'] as const)(
    'sees a change of somebody else that comes while the %s is on its way',
    async (held) => {
      const days = held === 'own answer' ? [`${month}-03`, `${month}-04`] : [`${month}-07`, `${month}-08`];
      const [refused = '', meanwhile = ''] = days;
      const { marco, publishAt } = await atTheList(days);
      const [hold, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const isMeant = ({ pathname }: URL): boolean =>
        held === 'own answer' ? pathname.endsWith('/reject') : pathname === '/api/exchange-requests/page';
      await marco.route(
        isMeant,
        async (route) => {
          const response = await route.fetch();
          isHeld.resolve();
          await hold.promise;
          // a refetch that was overtaken is not waited for any more
          await route.fulfill({ response }).catch(() => undefined);
        },
        { times: 1 },
      );
      await pressOnCard(card(marco, hers, refused), `Rifiuta lo scambio con ${hers}`);
      await isHeld.promise;
      await publishAt(1);
      await expectVisible(card(marco, hers, meanwhile));
      hold.resolve();
      await expectGone(card(marco, hers, refused));
      await expectSoon(() => card(marco, hers, meanwhile).count(), 1);
    },
  );
});

/** Counts the changes that a page's event stream tells from now on. */
async function watchEvents(page: Page): Promise<() => number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  let count = 0;
  cdp.on('Network.eventSourceMessageReceived', ({ eventName }) => {
    if (eventName === 'changed') count += 1;
  });
  return () => count;
}
