import type { Page, Route } from '@playwright/test';

// Typed texts of about the maximum length, without a place to break.

const link = `https://turni.example/${'percorsosenzafine'.repeat(8)}?id=${'0123456789abcdef'.repeat(4)}`;
const name = 'Wilhelmina'.padEnd(80, 'mw');
const email = `${'indirizzo.molto.lungo'.repeat(3)}@${'sottodominio'.repeat(5)}.example`;
const phone = '3331234567'.repeat(4);
const licence = 'LICENZA'.repeat(5);

/** Long values for the typed texts in answers of the server, by key. */
const typed: Readonly<Record<string, string>> = {
  firstName: name,
  lastName: name,
  userFirstName: name,
  userLastName: name,
  name,
  targetName: name,
  requesterName: name,
  responderName: name,
  partnerName: name,
  exchangePartner: name,
  worksiteName: name,
  requesterWorksite: name,
  worksite: name,
  email,
  worksiteEmail: email,
  recipient: email,
  account: email,
  sender: email,
  host: `${'posta'.repeat(12)}.example`,
  accessCode: 'CODICE'.repeat(10),
  code: 'OP'.padEnd(50, '9MW'),
  description: link,
  message: link,
  notes: link,
  reason: link,
  rejectionReason: link,
  subject: link,
  lastError: link,
  device: link,
  taxiLicense: licence,
  partnerLicenseNumber: licence,
  phoneNumber: phone,
  partnerPhone: phone,
};

/** Replaces all typed texts of an answer by long words, including empty ones. */
function withLongWords(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withLongWords(item, key));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([inside, inner]) => [inside, withLongWords(inner, inside)]),
    );
  }
  const isText = typeof value === 'string' || (value === null && fillable.has(key));
  return isText ? (typed[key] ?? value) : value;
}

/** Optional texts. */
const fillable = new Set(['description', 'message', 'notes', 'rejectionReason', 'lastError', 'device']);

/** Replaces all typed texts in answers to this page by long words from now on. */
export async function fillWithLongWords(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/events',
    async (route: Route) => {
      const response = await route.fetch();
      const isJson = response.headers()['content-type']?.startsWith('application/json') === true;
      if (!isJson) await route.fulfill({ response });
      else await route.fulfill({ response, json: withLongWords(await response.json()) });
    },
  );
}

/** Helpers defined in the page by `prepare`. */
declare global {
  var isSeenThere: (element: Element) => boolean;
  var nameOfElement: (element: Element) => string;
}

/** Describes what overflows the screen or its box horizontally or breaks within a word; empty if nothing does. */
export async function sidewaysOf(page: Page): Promise<string[]> {
  await prepare(page);
  return [...(await boxesOutside(page)), ...(await textsOutside(page))];
}

const prepare = (page: Page): Promise<void> =>
  page.evaluate(() => {
    // strips of tabs may scroll sideways
    const unseen = '.overflow-x-auto, .sr-only, [data-react-aria-prevent-focus]';
    globalThis.isSeenThere = (element) =>
      element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) &&
      element.closest(unseen) === null &&
      element.getBoundingClientRect().width > 1;
    globalThis.nameOfElement = (element) => {
      const { left, right } = element.getBoundingClientRect();
      const text = (element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40);
      const look = String(element.getAttribute('class')).slice(0, 60);
      const place = `${Math.round(left)}–${Math.round(right)}`;
      return `<${element.tagName.toLowerCase()} class="${look}"> ${place} '${text}'`;
    };
  });

const boxesOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!isSeenThere(element)) continue;
      const { left, right } = element.getBoundingClientRect();
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrolls =
        /auto|scroll/.test(overflowX + overflowY) && !element.matches('textarea, input, select');
      if (left < -1 || right > root.clientWidth + 1)
        found.push(`leaves the screen: ${nameOfElement(element)}`);
      else if (scrolls && element.scrollWidth > element.clientWidth + 1) {
        found.push(`scrolls: ${nameOfElement(element)}`);
      }
    }
    return found;
  });

const textsOutside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const range = document.createRange();
    /** One of the product's own (short) words that is broken across lines. */
    const brokenWord = (text: Node): string | undefined => {
      const written = text.textContent ?? '';
      for (const { 0: word, index } of written.matchAll(/[\p{L}\d:]{2,14}(?![\p{L}\d:])/gu)) {
        if (/\S/.test(written.charAt(index - 1))) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) return word;
      }
      return undefined;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || !isSeenThere(parent)) continue;
      if (parent.closest('svg, option, select, textarea')) continue;
      const broken = brokenWord(text);
      if (broken !== undefined) found.push(`breaks '${broken}': ${nameOfElement(parent)}`);
      const box = parent.closest('button, a, li, article, td, th, p, dt, dd, h1, h2, h3, div');
      const isCut = [box, parent].some((one) => one && getComputedStyle(one).overflowX === 'hidden');
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      const around = box?.getBoundingClientRect();
      if (around && !isCut && (left < around.left - 2 || right > around.right + 2))
        found.push(`leaves its box: ${nameOfElement(parent)}`);
    }
    return found;
  });
