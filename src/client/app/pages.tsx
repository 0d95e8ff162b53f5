import { matchPath, type RouteObject } from 'react-router';
import type { Session } from '../../domain/users/schema.ts';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { PageTitle } from '../ui/pageTitle.ts';
import { whyNot } from './audiences.ts';
import { isOpenTo, routes } from './routes.ts';

/** What surrounds the pages of signed-in people; a chunk of its own, as each page is. */
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

/** Why a signed-in person does not reach the page at an address; undefined where there is none. */
export function whyNotAt(pathname: string): string | undefined {
  const page = pages.find(({ paths }) => paths.some((path) => matchPath(path, pathname) !== null));
  return page && whyNot[page.audience];
}

const loginPage = pages.find(({ path }) => path === '/login');

/** For the router: the pages that a person reaches, inside the shell or without it. */
export const pageRoutes = (session: Session | null, place: 'inShell' | 'bare'): RouteObject[] =>
  pages
    .filter((page) => isOpenTo(session, page) && (page.audience === 'everyone') === (place === 'bare'))
    .flatMap(({ paths, element }) => paths.map((path) => ({ path, element })));

/** For the router: all that people reach who are not signed in; any other address shows the login page, /ceo-admin too. */
export const signedOutRoutes: RouteObject[] = [
  ...pageRoutes(null, 'bare'),
  ...pageRoutes(null, 'inShell'),
  { path: '*', element: loginPage?.element },
];

/** Fetches the pages that a signed-in person is likely to go to next: going there takes no time. */
export const preloadsOfLikelyPages = (session: Session): (() => void)[] =>
  pages
    .filter((page) => page.isLikely && isOpenTo(session, page))
    .map(
      ({ preloadThen }) =>
        () =>
          preloadThen(() => undefined),
    );

/**
 * Fetches what the first screen will need while the session is still being read.
 *
 * @param isSignedIn a guess; what it gets wrong is fetched when it is needed
 * @returns a promise that is kept when all of it is here, and never offline
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
