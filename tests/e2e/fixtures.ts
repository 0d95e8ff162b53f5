import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { closeAll, openContext, type Opening, sizes } from '../../tools/browser.ts';
import { type ProductServer, type ProductSettings, startProductServer } from '../../tools/productServer.ts';
import { startPushService, type TestPushService } from '../../tools/pushService.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { signInQuietly } from './calls.ts';
import { enterAsNewcomer, type Newcomer } from './people.ts';
import { heading } from './screens.ts';

// A journey gives each person their own page:
//
//     const giulia = await phone('Giulia');                      // signed in, at Home
//     const marco = await desk('Marco', { at: '/exchanges' });   // signed in, there
//     const nobody = await phone(null, { at: '/login' });        // not signed in
//     const nina = await newcomer({ variant: 'taxi' });          // just registered, with an empty calendar
//
// - `phone` and `desk` reuse one session per person and server. A test that signs out, changes a password or views devices
//   signs in anew (`signIn`, `signInByForm` of screens.ts).
// - The tests of a file share one server, on a clone of the demo; each file has another one. Tests of a file use different
//   people, days or worksites (`freeMonth`, `enterAsNewcomer`, calls.ts), so that each can run alone: after a failure the
//   next one gets a fresh demo. Preparations are calls, not steps on screen.
// - `test.use({ settings: { … } })` starts the server with settings; one that depends on the mail server or a clock is a
//   fixture: `test.use({ settings: ({ smtp }, use) => use({ SMTP_URL: smtp.url }) })`.
// - Assertions on screens wait: `await expect(locator).toBeVisible()`, `toHaveText`, `toHaveURL`, otherwise `expect.poll`.
//   Nothing waits for a fixed time; assertions time out after ten seconds, enough on a busy machine.
// - After each test its pages must have no problem (tools/browser.ts) and the server no logged error; a test that provokes
//   some declares them with `expectProblems(page, /…/)` and `server.expectError('…')`.
// - Rules, refusal messages and permissions are tested in `src/domain` or at their route, here only what needs a browser.

/** Opens a browser for a person of the demo, by first name, or signed out; closed after the test. */
export type Open = (firstName?: string | null, options?: Opening) => Promise<Page>;

interface Fixtures {
  /** The server's settings: set by `test.use` in a file or group. */
  settings: ProductSettings;
  /** The credentials that the mail server requires. */
  smtpLogin: { user: string; password: string } | undefined;
  smtp: TestSmtpServer;
  pushService: TestPushService;
  server: ProductServer;
  /** 390 × 844 points with a touch screen. */
  phone: Open;
  /** 1280 × 800 points. */
  desk: Open;
  /** A phone, or as in `options`, for Nina, who has just registered: her calendar is empty. */
  newcomer: (person?: Newcomer, options?: Opening) => Promise<Page>;
}

interface Hidden {
  shared: Shared;
  open: (size: keyof typeof sizes) => Open;
}

/** Resources shared by the tests of a file; closed in reverse order when another file begins. */
class Shared {
  #file = '';
  readonly #things = new Map<string, Promise<unknown>>();
  #ends: (() => Promise<unknown>)[] = [];

  async get<T>(file: string, name: string, start: () => Promise<T>, end?: (thing: T) => Promise<unknown>) {
    if (file !== this.#file) await this.close();
    this.#file = file;
    if (!this.#things.has(name)) {
      const starting = start();
      this.#things.set(name, starting);
      if (end) this.#ends.push(async () => end(await starting));
    }
    return this.#things.get(name) as Promise<T>;
  }

  async close(): Promise<void> {
    const ends = this.#ends.splice(0).toReversed();
    this.#things.clear();
    for (const end of ends) await end();
  }
}

/** Goes to a page and waits for its title, at Home for the greeting. */
async function goTo(page: Page, path: string, firstName?: string): Promise<void> {
  await page.goto(path);
  const title =
    path === '/' && firstName !== undefined ? heading(page, `Ciao ${firstName}`) : page.locator('h1');
  // loading a page takes as long as a navigation
  await expect(title.first()).toBeVisible({ timeout: 30_000 });
}

const longStart = { timeout: 60_000 } as const;

export const test = base.extend<Fixtures & Omit<Hidden, 'shared'>, Pick<Hidden, 'shared'>>({
  settings: [{}, { option: true }],
  smtpLogin: [undefined, { option: true }],
  shared: [
    async ({}, use) => {
      const shared = new Shared();
      await use(shared);
      await shared.close();
    },
    { scope: 'worker', ...longStart },
  ],
  smtp: async ({ shared, smtpLogin }, use, { file }) => {
    const options = smtpLogin ? { login: smtpLogin } : {};
    await use(
      await shared.get(
        file,
        'smtp',
        () => startSmtpServer(options),
        (smtp) => smtp.stop(),
      ),
    );
  },
  pushService: async ({ shared }, use, { file }) => {
    await use(await shared.get(file, 'push', startPushService, (service) => service.stop()));
  },
  server: [
    async ({ shared, settings }, use, { file }) => {
      const name = `server ${JSON.stringify(settings)}`;
      const start = (): Promise<ProductServer> => startProductServer(settings);
      const server = await shared.get(file, name, start, (started) => started.close());
      await use(server);
      expect(server.takeFaults()).toEqual([]);
    },
    longStart,
  ],
  open: async ({ browser, playwright, server, shared }, use, { file }) => {
    const contexts: BrowserContext[] = [];
    const stateOf = (firstName: string): ReturnType<BrowserContext['storageState']> =>
      shared.get(file, `${firstName} at ${server.url}`, async () => {
        const request = await playwright.request.newContext({ baseURL: server.url });
        await signInQuietly({ request }, server.signInOf(firstName));
        const state = await request.storageState();
        await request.dispose();
        return state;
      });
    await use((size) => async (firstName = null, { at, ...options } = {}) => {
      const storageState = firstName === null ? {} : { storageState: await stateOf(firstName) };
      const context = await openContext(browser, server.url, { ...sizes[size], ...storageState, ...options });
      contexts.push(context);
      const page = await context.newPage();
      if (firstName !== null) await goTo(page, at ?? '/', firstName);
      else if (at !== undefined) await goTo(page, at);
      return page;
    });
    expect(await closeAll(contexts)).toEqual([]);
  },
  phone: ({ open }, use) => use(open('phone')),
  desk: ({ open }, use) => use(open('desk')),
  newcomer: ({ phone, server }, use) =>
    use(async (person, options) => {
      const page = await phone(null, options);
      await enterAsNewcomer(page, server, person);
      return page;
    }),
});

export { expect } from '@playwright/test';
