import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import { App } from '../../src/client/app/App.tsx';
import { SignedInRoutes } from '../../src/client/app/pages.tsx';
import { createQueryClient } from '../../src/client/app/queryClient.ts';
import { listenForSteps } from '../../src/client/ui/historySteps.ts';
import { currentToast, dismissToast } from '../../src/client/ui/toast.ts';
import type { Call } from '../../src/domain/call.ts';
import type { Session } from '../../src/domain/users/schema.ts';
import { type Answers, type FakeApi, refusal, startApi } from './fakeApi.ts';
import { FakeEventSource } from './fakes.ts';
import { isSeen, nameOf, readingOf } from './reading.ts';
import { worker } from './sessions.ts';

// what was expected is told without the whole document
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? '') });

const nothing = (): undefined => undefined;

/** What a browser has and jsdom has not. */
function completeBrowser(): void {
  const observer = class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  };
  vi.stubGlobal('ResizeObserver', observer);
  vi.stubGlobal('IntersectionObserver', observer);
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('scrollTo', nothing);
  vi.stubGlobal('matchMedia', () => ({ addEventListener: nothing, removeEventListener: nothing }));
  Object.assign(Element.prototype, {
    scrollIntoView: nothing,
    scrollBy: nothing,
    checkVisibility: () => true,
    setPointerCapture: nothing,
  });
  // <search> is newer than jsdom
  const tag = { value: 'HTMLElement', configurable: true };
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, tag);
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
}

let isListening = false;

interface Opening {
  /** Who is signed in; null for nobody. */
  as?: Session | null;
  /** What the server answers besides what every page asks for. */
  answers?: Answers;
  /** What time it is. */
  at?: string;
}

const controls =
  'button, a[href], input, select, textarea, summary, [role="tab"], [role="option"], [role="gridcell"][data-day]';

const overlays = '[role="listbox"], dialog[open], [role="dialog"], [role="alertdialog"]';

/** Opens an address of the application, as its person. */
export async function openPage(address: string, { as = worker(), answers = {}, at }: Opening = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at ?? '2026-11-16T08:00:00.000Z') });
  completeBrowser();
  localStorage.clear();
  history.replaceState(null, '', address);
  if (!isListening) listenForSteps();
  isListening = true;
  const api = startApi({ 'GET /api/auth/user': as ?? refusal(401, 'not_signed_in'), ...answers });
  const client = createQueryClient();
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  if (as) await new Promise<void>((resolve) => SignedInRoutes.preloadThen(resolve));
  render(createElement(App, { queryClient: client }));
  onTestFinished(async () => {
    cleanup();
    client.clear();
    const toast = currentToast();
    if (toast) dismissToast(toast.id);
    await api.stop();
  });
  const page = new Page(api, user);
  await waitFor(() => expect(document.querySelector('h1')).not.toBeNull());
  return page;
}

class Page {
  readonly api: FakeApi;
  readonly #user: ReturnType<typeof userEvent.setup>;
  constructor(api: FakeApi, user: ReturnType<typeof userEvent.setup>) {
    this.api = api;
    this.#user = user;
  }

  /** A place by its selector, or what is before the person: a list that is open, a dialog, else the page. */
  #placeOf(within?: string): Element {
    if (within !== undefined) return document.querySelector(within) as Element;
    const open = [...document.querySelectorAll(overlays)];
    const top = open.findLast((one) => !one.closest('[aria-hidden="true"]'));
    return top ?? document.querySelector('main') ?? document.body;
  }

  /** A control by its name, as soon as it is there. */
  find(name: string | RegExp, within?: string): Promise<HTMLElement> {
    return waitFor(() => {
      const all = [...this.#placeOf(within).querySelectorAll<HTMLElement>(controls)].filter(isSeen);
      const found = all.filter((one) =>
        typeof name === 'string' ? nameOf(one) === name : name.test(nameOf(one)),
      );
      if (found.length === 1) return found[0] as HTMLElement;
      throw new Error(
        `${found.length} controls are called ${String(name)}, of: ${all.map(nameOf).join(' | ')}`,
      );
    });
  }

  async tap(name: string | RegExp, within?: string): Promise<void> {
    await this.#user.click(await this.find(name, within));
  }

  /** Replaces what stands in a field, or chooses from a list. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.find(label);
    if (field instanceof HTMLSelectElement) return this.#user.selectOptions(field, text);
    await this.#user.clear(field);
    if (text !== '') await this.#user.type(field, text);
  }

  /** Chooses from a list that a press opens. */
  async choose(label: RegExp, option: string | RegExp): Promise<void> {
    await this.tap(label);
    await this.tap(option);
  }

  /** Into the field that has the focus. */
  paste = (text: string): Promise<void> => this.#user.paste(text);

  /** Lines that stand below each other before the person, as soon as they do. */
  async reads(lines: string, within?: string): Promise<void> {
    const expected = lines.replaceAll(/\s*\n\s*/g, '\n').trim();
    await waitFor(() => expect(`\n${this.reading(within)}\n`).toContain(`\n${expected}\n`));
  }

  reading = (within?: string): string => readingOf(this.#placeOf(within));

  /** What is said of what was done. */
  async isTold(title: string, text?: string): Promise<void> {
    await waitFor(() => expect(currentToast()).toMatchObject({ title, ...(text !== undefined && { text }) }));
  }

  /** The changes sent so far: each as its call and what was sent with it. */
  async sends(...changes: [Call, ...unknown[]][]): Promise<void> {
    await waitFor(() => expect(this.api.changes()).toEqual(changes));
  }

  /** Waits until a call is asked once more than before. */
  async asksAgain(call: Call, since: number): Promise<void> {
    await waitFor(() => expect(this.api.timesAsked(call)).toBeGreaterThan(since));
  }

  get address(): string {
    return location.pathname + location.search + location.hash;
  }
}
