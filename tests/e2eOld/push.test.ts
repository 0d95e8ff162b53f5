import type { BrowserContext, Page, Worker } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { addDays } from '../../src/domain/calendar/day.ts';
import { waitingTypes } from '../../src/domain/notifications/schema.ts';
import { startPushService, type TestPushService } from '../support/pushService.ts';
import { violationsOf } from './axe.ts';
import { freeMonth, today } from './calendar.ts';
import { ask, publishShift, recordShift } from './calls.ts';
import { card, pressOnCard } from './exchanges.ts';
import { enterAsNewcomer } from './newcomer.ts';
import { expectNone, expectSoon, expectVisible, heading, press, signIn, signOut, toast } from './screens.ts';
import { setStage } from './stage.ts';

// Pushes from the profile to the screen: a real server, a push service of our own, and Chromium's background worker,
// to which DevTools hand what the service has received. A browser under test reaches no push service: what
// `PushManager` answers is ours.

let service: TestPushService | undefined;
const stage = setStage({
  settings: async () => {
    service = await startPushService();
    return { PUSH_TEST_ORIGIN: service.origin };
  },
});
afterAll(() => service?.stop());

const isActive = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');

const shown = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title }) => title);
  });

/** What the person does with the notification that is shown. */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, of: object) => Event;
    };
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });

/** A subscription with our push service, as a browser answers it. */
async function subscriptionOf(name: string) {
  const { endpoint, p256dh, auth } = await service!.subscribe(name);
  return { endpoint, keys: { p256dh, auth } };
}

/** Has the browser subscribe with our push service, under this name. */
async function letSubscribe(context: BrowserContext, name: string): Promise<void> {
  await context.addInitScript(
    (answer) => {
      let isOn = localStorage.getItem('isOn') === 'yes';
      const note = (now: boolean): void => {
        isOn = now;
        localStorage.setItem('isOn', now ? 'yes' : 'no');
      };
      const subscription = {
        options: { applicationServerKey: null },
        toJSON: () => answer,
        unsubscribe: async () => {
          note(false);
          return true;
        },
      };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (isOn ? subscription : null),
        subscribe: async () => {
          note(true);
          return subscription;
        },
      });
    },
    await subscriptionOf(name),
  );
}

test('a person switches this browser on, tries it, chooses, and takes it out again', async () => {
  const visit = await stage.phone({ serviceWorkers: 'allow', permissions: ['notifications'] });
  const { page, context } = visit;
  await letSubscribe(context, 'telefono');
  await signIn(page, stage.server.signInOf('Giulia'), 'Giulia');
  await expectSoon(() => isActive(page), true);
  await page.goto('/profile/notifiche');
  await expectVisible(heading(page, 'Notifiche'));
  const section = page.getByRole('region', { name: 'Notifiche', exact: true });
  await press(section, 'Attiva su questo dispositivo');
  await expectVisible(toast(page, 'Notifiche attive'));
  await expectVisible(section.getByText('Ancora nessuna notifica consegnata'));
  expect(await violationsOf(page)).toEqual([]);

  await section.getByRole('button', { name: /^Prova le notifiche/ }).click();
  await expectVisible(section.getByText(/^Ultima notifica consegnata: oggi/));
  expect(service!.problems).toEqual([]);
  expect(service!.received).toMatchObject([{ name: 'telefono', title: 'Le notifiche funzionano' }]);
  await deliver(page, service!.received[0]?.text ?? '');
  const [worker] = context.serviceWorkers();
  await expectSoon(async () => (await shown(worker!)).join(), 'Le notifiche funzionano');

  // the page that is open goes where the notification leads, and nothing is loaded anew
  await page.goto('/');
  await expectVisible(heading(page, 'Ciao Giulia'));
  await deliver(page, service!.received[0]?.text ?? '');
  await expectSoon(async () => (await shown(worker!)).length, 1);
  await tap(worker!);
  await expectVisible(heading(page, 'Notifiche'));
  await expectSoon(async () => (await shown(worker!)).length, 0);

  const details = section.getByRole('switch', { name: /^Mostra i dettagli/ });
  await saved(page, () => details.click());
  const end = section.getByRole('combobox', { name: 'Alle', exact: true });
  await saved(page, () => end.selectOption('08:00'));
  await page.reload();
  await expectSoon(() => details.isChecked(), true);
  await expectSoon(() => end.inputValue(), '08:00');
  await section.getByRole('button', { name: /^Rimuovi/ }).click();
  await expectVisible(section.getByRole('button', { name: 'Attiva su questo dispositivo' }));
  await expectNone(section.getByText(/^Ultima notifica/));
  expect(visit.problems).toEqual([]);
});

/** Chooses, and waits until the server has it. */
async function saved(page: Page, choose: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('preferences') && answer.status() === 204,
  );
  await choose();
  await answered;
}

/** Hands the worker of the page a message, as the browser does when its push service has one. */
async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const first = registrations.find(({ isDeleted }) => !isDeleted);
    if (first) registered.resolve(first.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered.promise,
    data,
  });
  await devtools.detach();
}

/** A browser in which somebody has switched pushes on, with one that is shown, and the numbers on its icon. */
async function switchedOn(who: string) {
  const { page, context } = await stage.phone({ serviceWorkers: 'allow', permissions: ['notifications'] });
  const badges: number[] = [];
  await context.exposeFunction('noteBadge', (count: number) => void badges.push(count));
  await context.addInitScript(() => {
    const { noteBadge } = globalThis as unknown as { noteBadge: (count: number) => Promise<void> };
    Object.assign(navigator, { setAppBadge: noteBadge, clearAppBadge: () => noteBadge(0) });
  });
  await letSubscribe(context, who);
  await signIn(page, stage.server.signInOf(who), who);
  await expectSoon(() => isActive(page), true);
  await page.goto('/profile/notifiche');
  await press(page.getByRole('region', { name: 'Notifiche', exact: true }), 'Attiva su questo dispositivo');
  await expectVisible(toast(page, 'Notifiche attive'));
  const [worker] = context.serviceWorkers();
  const show = async (): Promise<void> => {
    const notification = { title: 'Finita', body: '', tag: 'finita', navigate: '/' };
    // a page that has just been opened may be about to close it
    await expectSoon(async () => {
      await deliver(page, JSON.stringify({ web_push: 8030, notification }));
      return shown(worker!);
    }, ['Finita']);
  };
  const isOn = (): Promise<boolean> => page.evaluate(() => localStorage.getItem('isOn') === 'yes');
  return { page, context, badges, show, isOn, titles: () => shown(worker!) };
}

test('what is over is shown no more once the page opens, which also counts what waits', async () => {
  const { page, show, titles, badges } = await switchedOn('Sara');
  await show();
  badges.length = 0;
  await page.goto('/');
  await expectVisible(heading(page, 'Ciao Sara'));
  await expectSoon(titles, []);
  const { notifications } = await ask(page, 'GET /api/notifications/page');
  const waiting = notifications.filter(
    ({ type, isOver }) => !isOver && waitingTypes.some((one) => one === type),
  );
  const count = new Set(waiting.map(({ relatedRequestId, type }) => relatedRequestId ?? type)).size;
  await expectSoon(() => badges.at(-1), count);
});

test('a subscription that the browser has changed by itself is known to the server again', async () => {
  const { context, page } = await switchedOn('Sara');
  const [worker] = context.serviceWorkers();
  const told = context.waitForEvent('response', (answer) => answer.url().endsWith('/api/push/device'));
  await worker!.evaluate(
    async (answer) => {
      Object.assign(PushManager.prototype, {
        getSubscription: async () => null,
        subscribe: async () => ({ toJSON: () => answer }),
      });
      const { ExtendableEvent } = globalThis as unknown as { ExtendableEvent: typeof Event };
      globalThis.dispatchEvent(new ExtendableEvent('pushsubscriptionchange'));
    },
    await subscriptionOf('Sara2'),
  );
  expect((await told).status()).toBe(204);
  const { devices } = await ask(page, 'GET /api/push');
  expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  await page.getByRole('button', { name: /^Prova le notifiche/ }).click();
  await expectSoon(() => service!.received.at(-1)?.name, 'Sara2');
});

test('signing out ends pushes in this browser: nothing is shown, and no number', async () => {
  const { page, show, titles, badges, isOn } = await switchedOn('Sara');
  await show();
  await signOut(page);
  await expectVisible(toast(page, 'Sessione chiusa'));
  await expectSoon(titles, []);
  expect([await isOn(), badges.at(-1)]).toEqual([false, 0]);
});

test('another person’s sign-in ends the pushes of whoever had not signed out', async () => {
  const { page, context, show, titles, isOn } = await switchedOn('Sara');
  await show();
  await context.clearCookies();
  await signIn(page, stage.server.signInOf('Marco'), 'Marco');
  await expectSoon(isOn, false);
  await expectSoon(titles, []);
});

test('who has pre-accepted is asked at once', async () => {
  const { page: nina } = await stage.phone();
  const { page: marco } = await stage.phone();
  await nina.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });
  await enterAsNewcomer(nina, stage.server);
  await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
  const day = `${freeMonth()}-12`;
  await recordShift(nina, day, '06:00', '14:00');
  await publishShift(marco, await recordShift(marco, day, '14:00', '22:00'), day, 'mattina');
  await nina.goto('/exchanges?tab=disponibili');
  const theirs = card(nina, 'Marco Bianchi', day);
  await expectVisible(theirs);
  const asked = nina.getByRole('region', { name: 'Ti avvisiamo se rispondono?' });
  await expectNone(asked);
  await pressOnCard(theirs, 'Pre-accetta lo scambio con Marco Bianchi');
  await expectVisible(toast(nina, 'Richiesta pre-accettata'));
  await expectVisible(asked);
});

test('who waits for a colleague’s answer is asked once whether they want to know at once', async () => {
  const { page } = await stage.phone();
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });
  await enterAsNewcomer(page, stage.server);
  const day = addDays(today(), 5);
  await page.goto('/exchanges?tab=mie');
  await expectVisible(page.getByRole('tab', { name: 'Le Mie', selected: true }));
  const asked = page.getByRole('region', { name: 'Ti avvisiamo se rispondono?' });
  await expectNone(asked);
  await publishShift(page, await recordShift(page, day, '06:00', '14:00'), day);
  await page.reload();
  await expectVisible(asked);
  await page.goto('/');
  await expectVisible(asked);
  expect(await violationsOf(page)).toEqual([]);
  await press(asked, 'Non ora');
  await expectSoon(() => asked.count(), 0);
  await page.goto('/exchanges?tab=mie');
  await expectVisible(page.getByText('La tua richiesta'));
  await expectNone(asked);
});

test('mails are chosen in the profile, and ended from the link of one without signing in', async () => {
  const { page } = await stage.phone();
  await signIn(page, stage.server.signInOf('Sara'), 'Sara');
  await page.goto('/profile/notifiche');
  const mails = page.getByRole('group', { name: 'Email senza dispositivi attivi' });
  const ofOffers = mails.getByRole('switch', { name: /^Offerte e scambi perfetti/ });
  await saved(page, () => ofOffers.click());
  await page.reload();
  await expectSoon(() => ofOffers.isChecked(), false);
  await expectSoon(() => mails.getByRole('switch', { name: /^Esiti/ }).isChecked(), true);
  expect(await violationsOf(page)).toEqual([]);

  const { page: outside } = await stage.phone();
  await outside.route('**/api/unsubscribe?token=lettera', (route) =>
    route.fulfill({ json: { subjects: ['outcomes'], isOff: route.request().method() === 'POST' } }),
  );
  await outside.goto('/disiscrizione?token=lettera');
  await expectVisible(outside.getByText('Non vuoi più ricevere email per: esiti?'));
  expect(await violationsOf(outside)).toEqual([]);
  await press(outside, 'Non scrivermi più');
  await expectVisible(outside.getByText('Non ti scriviamo più per: esiti.'));
  // what nobody has made is none
  await outside.goto('/disiscrizione?token=x');
  await expectVisible(outside.getByText('Questo link non vale'));
});
