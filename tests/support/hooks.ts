import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';

const noListeners = { addEventListener: () => undefined, removeEventListener: () => undefined };

/** A fake container for React: its development build looks up the focused element before it commits. */
function emptyPage(): Element {
  const page = Object.assign(globalThis.window ?? new EventTarget(), { HTMLIFrameElement: EventTarget });
  vi.stubGlobal('window', page);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const ownerDocument = { ...noListeners, nodeType: 9, activeElement: null, defaultView: page };
  const root: object = { ...noListeners, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument };
  return root as Element;
}

type Wrap = (children: ReactNode) => ReactNode;

/**
 * Renders a hook without a DOM, in a component that draws nothing; effects run.
 *
 * @param wrap adds the providers that the hook needs, besides React Query's
 */
export async function renderHook<Answer>(hook: () => Answer, wrap: Wrap = (children) => children) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const root = createRoot(emptyPage());
  let answer: Answer;
  const Probe = (): null => {
    answer = hook();
    return null;
  };
  /** Runs `work` and waits until the resulting updates are rendered. */
  const doAndRender = (work: () => unknown): Promise<void> =>
    act(async () => {
      await work();
      // React Query notifies in later turns of the event loop
      for (let turn = 0; turn < 3; turn += 1) {
        if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
        else await new Promise((resolve) => setTimeout(resolve));
      }
    });
  const unmount = async (): Promise<void> => {
    await doAndRender(() => root.unmount());
    client.clear();
  };
  onTestFinished(unmount);
  await doAndRender(() =>
    root.render(createElement(QueryClientProvider, { client }, wrap(createElement(Probe)))),
  );
  /** @returns the hook's latest result */
  const now = (): Answer => answer;
  return { now, client, act: doAndRender, unmount };
}

/** Renders a hook at the last address of `entries`; `window.location` follows the router. */
export async function renderHookAt<Answer>(
  hook: () => Answer,
  entries: InitialEntry[],
  wrap: Wrap = (children) => children,
) {
  vi.stubGlobal('window', globalThis.window ?? new EventTarget());
  let router: ReturnType<typeof createMemoryRouter> | undefined;
  const rendered = await renderHook(hook, (children) => {
    router ??= createMemoryRouter([{ path: '*', element: wrap(children) }], { initialEntries: entries });
    Object.defineProperty(window, 'location', { get: () => router?.state.location, configurable: true });
    return createElement(RouterProvider, { router });
  });
  return {
    ...rendered,
    address: () => `${window.location.pathname}${window.location.search}${window.location.hash}`,
    goTo: (to: string | -1) => rendered.act(() => router?.navigate(to as string)),
  };
}
