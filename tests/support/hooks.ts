import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { undoAfterTest } from './undo.ts';

export interface RenderedHook<Answer> {
  /** What the hook answered last. */
  now(): Answer;
  client: QueryClient;
  /** Does something and waits until what followed from it is rendered. */
  act(work: () => unknown): Promise<void>;
  /** Before the end of the test, which unmounts too. */
  unmount(): Promise<void>;
}

const noListeners = { addEventListener: () => undefined, removeEventListener: () => undefined };

/** Where React draws what has no element: its development version looks for the focus before it commits. */
function emptyPage(): Element {
  const page = Object.assign(globalThis.window ?? new EventTarget(), { HTMLIFrameElement: EventTarget });
  vi.stubGlobal('window', page);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const ownerDocument = { ...noListeners, nodeType: 9, activeElement: null, defaultView: page };
  const root: object = { ...noListeners, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument };
  return root as Element;
}

/**
 * A hook in a component that draws nothing, so no browser is needed; its effects run.
 *
 * @param wrap puts what the hook expects around it, besides React Query
 */
export async function renderHook<Answer>(
  hook: () => Answer,
  wrap: (children: ReactNode) => ReactNode = (children) => children,
): Promise<RenderedHook<Answer>> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const root = createRoot(emptyPage());
  const answers: Answer[] = [];
  const Probe = (): null => {
    answers.push(hook());
    return null;
  };
  const tree = createElement(QueryClientProvider, { client }, wrap(createElement(Probe)));
  const doAndRender = (work: () => unknown): Promise<void> =>
    act(async () => {
      await work();
      // React Query tells of changes in turns of their own
      for (let turn = 0; turn < 3; turn += 1) {
        if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
        else await new Promise((resolve) => setTimeout(resolve));
      }
    });
  await doAndRender(() => root.render(tree));
  const unmount = async (): Promise<void> => {
    await doAndRender(() => root.unmount());
    client.clear();
  };
  undoAfterTest(unmount);
  return {
    now: () => {
      const [answer] = answers.slice(-1);
      if (answers.length === 0) throw new Error('the hook was not rendered');
      return answer as Answer;
    },
    client,
    act: doAndRender,
    unmount,
  };
}

export interface RoutedHook<Answer> extends RenderedHook<Answer> {
  /** The address as it is now, without the origin. */
  address(): string;
  goTo(to: string | -1): Promise<void>;
}

/** A hook on a page with an address, the last of `entries`; the browser's own address follows the router's. */
export async function renderHookAt<Answer>(
  hook: () => Answer,
  entries: InitialEntry[],
  wrap: (children: ReactNode) => ReactNode = (children) => children,
): Promise<RoutedHook<Answer>> {
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
    goTo: (to) => rendered.act(() => router?.navigate(to as string)),
  };
}
