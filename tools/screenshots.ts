import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { demoPassword, demoPeople } from '../db/demoPeople.ts';
import { buildClientIfStale } from '../scripts/buildClient.ts';
import { readCommandLine } from '../scripts/commandLine.ts';
import { demoCeo } from '../src/server/platform/settings.ts';
import { openContext } from './browser.ts';
import { chromiumArgs, findChromium } from './chromium.ts';
import { startProduct } from './product.ts';
import { takeAll } from './screenshotsOfAll.ts';

const { values: options } = readCommandLine(
  `npm run screenshots -- [--all] [--folder FOLDER]

Takes screenshots of the demo for the README and for the browser's install dialog, or of all screens for review.
  --all            every screen at four widths in both themes instead
  --folder FOLDER  where those go; default: turnario-all-screenshots in the temporary directory`,
  {
    options: {
      all: { type: 'boolean', default: false },
      folder: { type: 'string', default: join(tmpdir(), 'turnario-all-screenshots') },
    },
  },
);

const imagesFolder = join(import.meta.dirname, '../docs/images');
const installFolder = join(import.meta.dirname, '../src/client/public');
/** The sizes must match the manifest. */
const installDesk: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
const desk: BrowserContextOptions = { viewport: { width: 1180, height: 900 } };
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/** Signs in a person of the demo on a new device. */
async function enter(browser: Browser, origin: string, device: BrowserContextOptions, firstName: string) {
  const context = await openContext(browser, origin, {
    colorScheme: 'light',
    deviceScaleFactor: 2,
    ...device,
  });
  const page = await context.newPage();
  await page.goto('/');
  const email = demoPeople.find((person) => person.firstName === firstName)?.email ?? '';
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Accedi', exact: true }).click();
  await page.getByRole('heading', { name: `Ciao ${firstName}` }).waitFor();
  return page;
}

async function openCalendar(page: Page): Promise<void> {
  await page.goto('/calendar');
  await page
    .getByRole('gridcell', { name: /\d\d:\d\d–\d\d:\d\d/ })
    .first()
    .waitFor();
}

/** Opens Giulia's request of the demo with Marco's offer. */
async function openOffer(page: Page): Promise<void> {
  await page.goto('/exchanges?tab=pre-accettati');
  await page.getByRole('button', { name: /^Scambia con Marco/ }).waitFor();
}

async function askToConfirm(page: Page): Promise<void> {
  await openOffer(page);
  await page.getByRole('button', { name: /^Scambia con Marco/ }).click();
  await page.getByRole('alertdialog').waitFor();
}

/** Combines both screenshots, the phone in front of the desk's right edge. */
async function compose(browser: Browser, atDesk: Page, onPhone: Page, file: string): Promise<void> {
  const [large, small] = await Promise.all(
    [atDesk, onPhone].map(async (page) => (await page.screenshot()).toString('base64')),
  );
  const page = await browser.newPage({ viewport: { width: 1520, height: 1012 }, deviceScaleFactor: 1.25 });
  await page.setContent(`<style>
    body { margin: 0; height: 100vh; background: #dcd7c9; position: relative; overflow: hidden }
    img { position: absolute; box-shadow: 0 1px 2px #0003, 0 18px 48px #0003; border: 1px solid #0002 }
    .desk { left: 56px; top: 56px; width: 1180px; border-radius: 14px }
    .phone { right: 56px; bottom: 56px; width: 320px; border-radius: 28px; border: 6px solid #25231e }
  </style>
  <img class="desk" src="data:image/png;base64,${large}"><img class="phone" src="data:image/png;base64,${small}">`);
  const ready = (): boolean => [...document.images].every(({ complete }) => complete);
  await page.waitForFunction(ready);
  await writeFile(join(imagesFolder, file), await page.screenshot());
  await page.close();
  console.log(`docs/images/${file}`);
}

async function takeForInstall(page: Page, file: string): Promise<void> {
  await writeFile(join(installFolder, file), await page.screenshot({ type: 'jpeg', quality: 80 }));
  console.log(`src/client/public/${file}`);
}

/** The screenshots that are part of the product. */
async function takePublished(browser: Browser, url: string): Promise<void> {
  const atDesk = await enter(browser, url, desk, 'Giulia');
  const onPhone = await enter(browser, url, phone, 'Giulia');
  await Promise.all([openCalendar(atDesk), openCalendar(onPhone)]);
  await compose(browser, atDesk, onPhone, 'calendar.png');
  const atInstall = await enter(browser, url, installDesk, 'Giulia');
  await openCalendar(atInstall);
  await takeForInstall(onPhone, 'screenshot-phone.jpg');
  await takeForInstall(atInstall, 'screenshot-desktop.jpg');
  await Promise.all([openOffer(onPhone), askToConfirm(atDesk)]);
  await compose(browser, atDesk, onPhone, 'swap.png');
}

await buildClientIfStale();
await mkdir(imagesFolder, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'turnario-screenshots-'));
const product = startProduct({ DEMO: '1', DATA_DIR: folder });
const url = await product.url;
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
try {
  if (options.all) await takeAll(browser, url, demoCeo, resolve(options.folder));
  else await takePublished(browser, url);
} finally {
  await browser.close();
  await product.end();
  await rm(folder, { recursive: true, force: true });
}
