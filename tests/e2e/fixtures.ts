import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';
import { closeAll, openContext, type Opening, sizes } from '../../tools/browser.ts';
import { type ProductServer, type ProductSettings, startProductServer } from '../../tools/productServer.ts';
import { startPushService, type TestPushService } from '../../tools/pushService.ts';
import { startSmtpServer, type TestSmtpServer } from '../../tools/smtpServer.ts';
import { signInQuietly } from './calls.ts';
import { enterAsNewcomer, type Newcomer } from './people.ts';
import { heading } from './screens.ts';

// A journey is told as a person would tell it, each person on a page of their own:
//
//     const giulia = await phone('Giulia');                      // signed in, at Home
//     const marco = await desk('Marco', { at: '/exchanges' });   // signed in, there
//     const nobody = await phone(null, { at: '/login' });        // not signed in
//     const nina = await newcomer({ variant: 'taxi' });          // just registered, with an empty calendar
//
// - `phone` and `desk` take the session that the file's server gave that person once. A test that signs out, changes a password or looks
//   at devices signs in anew (`signIn`, `signInByForm` of screens.ts).
// - The tests of a file share one server, on a clone of the demo; the next file gets another one. Tests of a file use other people,
//   days or worksites each (`freeMonth`, `enterAsNewcomer`, calls.ts), so that any of them runs alone: after a failure the next one
//   meets a fresh demo. What only prepares is done by calls, not by screens.
// - `test.use({ settings: { … } })` starts it with settings; one that depends on the mail server or on a clock is a fixture:
//   `test.use({ settings: ({ smtp }, use) => use({ SMTP_URL: smtp.url }) })`.
// - Screens are asserted by what waits: `await expect(locator).toBeVisible()`, `toHaveText`, `toHaveURL`, `expect.poll` for what no
//   assertion reads. Nothing waits for a fixed time; what is awaited comes within ten seconds, also on a busy machine.
// - After each test its pages have met no problem (tools/browser.ts) and the server logged no error; a test that provokes some says so
//   with `expectProblems(page, /…/)` and `server.expectError('…')`.
// - A rule, a refusal's sentence or a permission is tested in `src/domain` or at its route. Here stands what only a browser sees.

/** Opens a browser of a person of the demo, by first name, or of nobody; closed after the test. */
export type Open = (firstName?: string | null, options?: Opening) => Promise<Page>;

interface Fixtures {
  /** Settings of the server: `test.use` in a file or a group. */
  settings: ProductSettings;
  /** What the mail server demands. */
  smtpLogin: { user: string; password: string } | undefined;
  smtp: TestSmtpServer;
  pushService: TestPushService;
  server: ProductServer;
  /** 390 × 844 points with a touch screen. */
  phone: Open;
  /** 1280 × 800 points. */
  desk: Open;
  /** A phone, or what `options` say, of Nina, who has just registered: her calendar is empty. */
  newcomer: (person?: Newcomer, options?: Opening) => Promise<Page>;
}

interface Hidden {
  shared: Shared;
  open: (size: keyof typeof sizes) => Open;
}

/** What the tests of one file share; closed, last first, once another file begins. */
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

/** Goes to a page and waits for its title: to Home until it greets the person. */
async function goTo(page: Page, path: string, firstName?: string): Promise<void> {
  await page.goto(path);
  const title =
    path === '/' && firstName !== undefined ? heading(page, `Ciao ${firstName}`) : page.locator('h1');
  // a page that loads is a navigation
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
