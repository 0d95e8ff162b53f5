import { matchPath, type RouteObject } from 'react-router';
import type { Session } from '../../domain/users/schema.ts';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { PageTitle } from '../ui/pageTitle.ts';
import { whyNot } from './audiences.ts';
import { isOpenTo, routes } from './routes.ts';

/** The layout of signed-in pages; has its own chunk, like each page. */
export const SignedInRoutes = lazyWithPreload(() => import('./SignedInRoutes.tsx'));

const pages = routes.map((route) => {
  const Page = lazyWithPreload(route.load);
  const element = (
    <PageTitle value={route.title ?? ''}>
      <Page />
    </PageTitle>
  );
  const { preload, preloadThen } = Page;
  return { ...route, paths: [route.path, ...(route.aliases ?? [])], element, preload, preloadThen };
});

/** Why a signed-in person may not open the page at this address; undefined if there is no such page. */
export function whyNotAt(pathname: string): string | undefined {
  const page = pages.find(({ paths }) => paths.some((path) => matchPath(path, pathname) !== null));
  return page && whyNot[page.audience];
}

const loginPage = pages.find(({ path }) => path === '/login');

/** Router config of the pages a session may open, with or without the shell. */
export const pageRoutes = (session: Session | null, place: 'inShell' | 'bare'): RouteObject[] =>
  pages
    .filter((page) => isOpenTo(session, page) && (page.audience === 'everyone') === (place === 'bare'))
    .flatMap(({ paths, element }) => paths.map((path) => ({ path, element })));

/** Router config for signed-out people; any other address shows the login page, /ceo-admin included. */
export const signedOutRoutes: RouteObject[] = [
  ...pageRoutes(null, 'bare'),
  ...pageRoutes(null, 'inShell'),
  { path: '*', element: loginPage?.element },
];

/** Preloads the pages a signed-in person is likely to open next. */
export const preloadsOfLikelyPages = (session: Session): (() => void)[] =>
  pages
    .filter((page) => page.isLikely && isOpenTo(session, page))
    .map(
      ({ preloadThen }) =>
        () =>
          preloadThen(() => undefined),
    );

/**
 * Fetches the first screen's code while the session is still loading.
 *
 * @param isSignedIn a guess; if it is wrong, the right code is fetched when needed
 * @returns resolves when everything is loaded; never while offline
 */
export async function fetchFirstPage(pathname: string, isSignedIn: boolean): Promise<void> {
  const isMeant = ({ audience }: (typeof pages)[number]): boolean =>
    audience === 'everyone' || (audience === 'signedOut') !== isSignedIn;
  const page =
    pages.find((one) => isMeant(one) && one.paths.some((path) => matchPath(path, pathname) !== null)) ??
    (isSignedIn ? undefined : loginPage);
  const needed = [...(isSignedIn ? [SignedInRoutes] : []), ...(page ? [page] : [])];
  await Promise.all(needed.map(({ preloadThen }) => new Promise<void>((resolve) => preloadThen(resolve))));
}
