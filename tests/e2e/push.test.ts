import type { BrowserContext, Page, Worker } from '@playwright/test';
import { waitingTypes } from '../../src/domain/notifications/types.ts';
import type { ProductServer } from '../../tools/productServer.ts';
import type { TestPushService } from '../../tools/pushService.ts';
import { ask } from './calls.ts';
import { expect, type Open, test } from './fixtures.ts';
import { heading, press, reload, signIn, signOut, toast } from './screens.ts';

// Pushes from the profile to the screen: a real server, a fake push service, and Chromium's service worker, to which
// DevTools deliver the messages. A browser under test reaches no real push service, so `PushManager` is replaced.

test.use({
  settings: ({ pushService }, use) => use({ PUSH_TEST_ORIGIN: pushService.origin }),
});

const shown = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title }) => title);
  });

/** Taps the notification that is shown. */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, of: object) => Event;
    };
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });

/** A subscription to the fake push service, as a browser returns it. */
async function subscriptionOf(service: TestPushService, name: string) {
  const { endpoint, p256dh, auth } = await service.subscribe(name);
  return { endpoint, keys: { p256dh, auth } };
}

/** Makes the browser subscribe to the fake push service under this name. */
async function letSubscribe(context: BrowserContext, service: TestPushService, name: string): Promise<void> {
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
    await subscriptionOf(service, name),
  );
}

/** Makes a choice and waits until the server has stored it. */
async function saved(page: Page, choose: () => Promise<unknown>): Promise<void> {
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('preferences') && answer.status() === 204,
  );
  await choose();
  await answered;
}

/** Delivers a message to the page's worker, as the browser would. */
async function deliver(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const first = registrations.find(({ isDeleted }) => !isDeleted);
    if (first) registered.resolve(first.registrationId);
  });
  await devtools.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const registrationId = await registered.promise;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await devtools.detach();
}

interface Around {
  phone: Open;
  server: ProductServer;
  pushService: TestPushService;
}

/** A browser with pushes enabled, and the numbers on its icon. */
async function switchOn({ phone, server, pushService }: Around, who: string) {
  const page = await phone(null, { serviceWorkers: 'allow', permissions: ['notifications'] });
  const context = page.context();
  const badges: number[] = [];
  await context.exposeFunction('noteBadge', (count: number) => void badges.push(count));
  await context.addInitScript(() => {
    const { noteBadge } = globalThis as unknown as { noteBadge: (count: number) => Promise<void> };
    Object.assign(navigator, { setAppBadge: noteBadge, clearAppBadge: () => noteBadge(0) });
  });
  await letSubscribe(context, pushService, who);
  await signIn(page, server.signInOf(who), who);
  const isActive = (): Promise<boolean> =>
    page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    );
  await expect.poll(isActive).toBe(true);
  await page.goto('/profile/notifiche');
  const section = page.getByRole('region', { name: 'Notifiche', exact: true });
  await press(section, 'Attiva su questo dispositivo');
  await expect(toast(page, 'Notifiche attive')).toBeVisible();
  const worker = context.serviceWorkers()[0]!;
  const titles = (): Promise<string[]> => shown(worker);
  const show = async (): Promise<void> => {
    const notification = { title: 'Finita', body: '', tag: 'finita', navigate: '/' };
    // a page just opened may be about to close it
    await expect
      .poll(async () => {
        await deliver(page, JSON.stringify({ web_push: 8030, notification }));
        return titles();
      })
      .toEqual(['Finita']);
  };
  const isOn = (): Promise<boolean> => page.evaluate(() => localStorage.getItem('isOn') === 'yes');
  return { page, context, section, worker, badges, show, isOn, titles };
}

test('a person enables pushes, tests them, sets preferences, and disables them', async ({
  phone,
  server,
  pushService,
}) => {
  const { page, section, worker, badges, titles } = await switchOn({ phone, server, pushService }, 'Giulia');
  await expect(section.getByText('Ancora nessuna notifica consegnata')).toBeVisible();
  await section.getByRole('button', { name: /^Prova le notifiche/ }).click();
  await expect(section.getByText(/^Ultima notifica consegnata: oggi/)).toBeVisible();
  expect(pushService.problems).toEqual([]);
  const received = pushService.received.find(({ name }) => name === 'Giulia')?.text ?? '';

  // the open page follows the notification without reloading
  badges.length = 0;
  await page.goto('/');
  await expect(heading(page, 'Ciao Giulia')).toBeVisible();
  // notifications that are over have been closed by then
  await expect.poll(() => badges.length).toBeGreaterThan(0);
  await deliver(page, received);
  await expect.poll(titles).toEqual(['Le notifiche funzionano']);
  await tap(worker);
  await expect(heading(page, 'Notifiche')).toBeVisible();
  await expect.poll(titles).toEqual([]);

  const details = section.getByRole('switch', { name: /^Mostra i dettagli/ });
  await saved(page, () => details.click());
  const end = section.getByRole('combobox', { name: 'Alle', exact: true });
  await saved(page, () => end.selectOption('08:00'));
  await reload(page);
  await expect(details).toBeChecked();
  await expect(end).toHaveValue('08:00');
  await section.getByRole('button', { name: /^Rimuovi/ }).click();
  await expect(section.getByRole('button', { name: 'Attiva su questo dispositivo' })).toBeVisible();
  await expect(section.getByText(/^Ultima notifica/)).toHaveCount(0);
});

test('notifications that are over close when the page opens; signing out ends pushes in this browser', async ({
  phone,
  server,
  pushService,
}) => {
  const { page, show, titles, badges, isOn } = await switchOn({ phone, server, pushService }, 'Sara');
  await show();
  badges.length = 0;
  await page.goto('/');
  await expect(heading(page, 'Ciao Sara')).toBeVisible();
  await expect.poll(titles).toEqual([]);
  const { notifications } = await ask(page, 'GET /api/notifications/page');
  const waiting = notifications.filter(
    ({ type, isOver }) => !isOver && waitingTypes.some((one) => one === type),
  );
  const count = new Set(waiting.map(({ relatedRequestId, type }) => relatedRequestId ?? type)).size;
  await expect.poll(() => badges.at(-1)).toBe(count);
  await show();
  await signOut(page);
  await expect(toast(page, 'Sessione chiusa')).toBeVisible();
  await expect.poll(titles).toEqual([]);
  expect([await isOn(), badges.at(-1)]).toEqual([false, 0]);
});
