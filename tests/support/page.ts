import { cleanup, configure, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import { App } from '../../src/client/app/App.tsx';
import { SignedInRoutes } from '../../src/client/app/pages.tsx';
import { createQueryClient } from '../../src/client/app/queryClient.ts';
import { currentToast, dismissToast } from '../../src/client/ui/toast.ts';
import type { Call } from '../../src/domain/call.ts';
import type { Session } from '../../src/domain/users/schema.ts';
import { type Answers, type FakeApi, refusal, startApi } from './fakeApi.ts';
import { FakeEventSource } from './fakes.ts';
import { isSeen, nameOf, readingOf } from './reading.ts';
import { worker } from './sessions.ts';

// failure messages without the whole document
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? '') });

const nothing = (): undefined => undefined;

/** Stubs what jsdom lacks. */
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
  // jsdom does not know <search>
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

interface Opening {
  /** The signed-in session; null for none. */
  as?: Session | null;
  /** Answers in addition to those that every page needs. */
  answers?: Answers;
  /** The current time. */
  at?: string;
}

const controls =
  'button, a[href], input, select, textarea, summary, [role="tab"], [role="option"], [role="gridcell"][data-day]';

const overlays = '[role="listbox"], dialog[open], [role="dialog"], [role="alertdialog"]';

/** Opens an address of the application with this session. */
export async function openPage(address: string, { as = worker(), answers = {}, at }: Opening = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at ?? '2026-11-16T08:00:00.000Z') });
  completeBrowser();
  localStorage.clear();
  // an entry of its own, which also drops a step back that the test before has begun
  history.pushState(null, '', address);
  const api = startApi({ 'GET /api/auth/user': as ?? refusal(401, 'not_signed_in'), ...answers });
  const client = createQueryClient();
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  if (as) await new Promise<void>((resolve) => SignedInRoutes.preloadThen(resolve));
  render(createElement(App, { queryClient: client }));
  onTestFinished(async () => {
    cleanup();
    // jsdom takes a step back in two tasks, one after the other
    for (let task = 0; task < 3; task += 1) await new Promise((resolve) => setTimeout(resolve, 2));
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

  /** The element of a selector, or the topmost open list or dialog, else the page. */
  #placeOf(within?: string): Element {
    if (within !== undefined) return document.querySelector(within) as Element;
    const open = [...document.querySelectorAll(overlays)];
    const top = open.findLast((one) => !one.closest('[aria-hidden="true"]'));
    return top ?? document.querySelector('main') ?? document.body;
  }

  /** Waits for a control by its accessible name. */
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

  /** Replaces a field's value, or selects an option. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.find(label);
    if (field instanceof HTMLSelectElement) return this.#user.selectOptions(field, text);
    await this.#user.clear(field);
    if (text !== '') await this.#user.type(field, text);
  }

  /** Opens a list and picks an option. */
  async choose(label: RegExp, option: string | RegExp): Promise<void> {
    await this.tap(label);
    await this.tap(option);
  }

  /** Pastes into the focused field. */
  paste = (text: string): Promise<void> => this.#user.paste(text);

  /** Waits until these consecutive lines are shown. */
  async reads(lines: string, within?: string): Promise<void> {
    const expected = lines.replaceAll(/\s*\n\s*/g, '\n').trim();
    await waitFor(() => expect(`\n${this.reading(within)}\n`).toContain(`\n${expected}\n`));
  }

  reading = (within?: string): string => readingOf(this.#placeOf(within));

  /** Waits for a toast. */
  async isTold(title: string, text?: string): Promise<void> {
    await waitFor(() => expect(currentToast()).toMatchObject({ title, ...(text !== undefined && { text }) }));
  }

  /** Waits until exactly these changes have been sent, each with its input. */
  async sends(...changes: [Call, ...unknown[]][]): Promise<void> {
    await waitFor(() => expect(this.api.changes()).toEqual(changes));
  }

  /** Waits until a call was made more often than `since`. */
  async asksAgain(call: Call, since: number): Promise<void> {
    await waitFor(() => expect(this.api.timesAsked(call)).toBeGreaterThan(since));
  }

  get address(): string {
    return location.pathname + location.search + location.hash;
  }
}
