import type { ComponentType } from 'react';
import type { Screen } from '../../domain/screens.ts';
import type { Session } from '../../domain/users/schema.ts';
import { type Audience, audiences } from './audiences.ts';

/** Names only: the shell's chunk has the icons, which the login page does not need. */
export type NavigationIcon =
  | 'home'
  | 'calendar'
  | 'add'
  | 'exchanges'
  | 'codes'
  | 'roster'
  | 'panel'
  | 'people'
  | 'more';

interface NavigationPlace {
  label: string;
  icon: NavigationIcon;
  audience?: Audience;
  /** The URL's `tab` parameter. */
  tab?: string;
}

interface AppRoute {
  path: Screen;
  /** Other paths of the same page. */
  aliases?: readonly Screen[];
  /** Imports the page's chunk. */
  load: () => Promise<{ default: ComponentType }>;
  /** Who may open it; pages for `everyone` have no shell. */
  audience: Audience;
  /** Heading and document title; omitted if the page sets its own. */
  title?: string;
  /** Menu entries, one per tab; their audience may be smaller than the page's. */
  navigation?: NavigationPlace | readonly NavigationPlace[];
  /** Preloaded when the first screen is idle, or together with the main chunk if it is the first screen. */
  isLikely?: boolean;
}

/**
 * All pages: source of the router, menu, titles, preloading and chunks. vite.config.ts imports this file in Node, so it
 * must not import anything that needs a browser.
 */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    aliases: ['/dashboard'],
    load: () => import('../home/DashboardPage.tsx'),
    audience: 'signedIn',
    navigation: { label: 'Home', icon: 'home' },
    isLikely: true,
  },
  {
    path: '/calendar',
    load: () => import('../home/CalendarPage.tsx'),
    audience: 'employees',
    title: 'Il Mio Calendario',
    navigation: { label: 'Calendario', icon: 'calendar' },
    isLikely: true,
  },
  {
    path: '/shifts/new',
    load: () => import('../shifts/form/AddShiftPage.tsx'),
    audience: 'employees',
    title: 'Aggiungi Turno',
    navigation: { label: 'Aggiungi', icon: 'add' },
    isLikely: true,
  },
  {
    path: '/shifts/fill',
    load: () => import('../fill/FillPage.tsx'),
    audience: 'employees',
  },
  {
    path: '/tabellone',
    load: () => import('../rosters/ProposalsPage.tsx'),
    audience: 'employees',
  },
  {
    path: '/exchanges',
    load: () => import('../exchanges/page/ExchangesPage.tsx'),
    audience: 'employees',
    title: 'Scambi',
    navigation: { label: 'Scambi', icon: 'exchanges' },
    isLikely: true,
  },
  {
    path: '/exchanges/receipt/:id',
    load: () => import('../exchanges/receipt/SwapReceiptPage.tsx'),
    audience: 'employees',
  },
  {
    path: '/operazioni',
    load: () => import('../operations/OperationsPage.tsx'),
    audience: 'withCodes',
    title: 'Operazioni Aziendali',
    // the CEO finds them in the administration
    navigation: { label: 'Operazioni', icon: 'codes', audience: 'notCeo' },
    isLikely: true,
  },
  {
    path: '/rosters',
    load: () => import('../rosters/RosterPage.tsx'),
    audience: 'loaders',
    title: 'Tabellone',
    // six entries do not fit a phone: employees open it from a card on Home
    navigation: { label: 'Tabellone', icon: 'roster', audience: 'ceo' },
  },
  {
    path: '/rosters/load',
    load: () => import('../rosters/load/LoadPage.tsx'),
    audience: 'loaders',
    title: 'Carica il tabellone',
  },
  {
    path: '/admin',
    load: () => import('../admin/AdminPage.tsx'),
    audience: 'signedIn',
    navigation: { label: 'Pannello', icon: 'panel', audience: 'otherAdmins' },
  },
  {
    path: '/ceo-admin',
    load: () => import('../admin/CeoPage.tsx'),
    audience: 'signedIn',
    navigation: [
      { label: 'Persone', icon: 'people', audience: 'ceo', tab: 'users' },
      { label: 'Codici', icon: 'codes', audience: 'ceo', tab: 'operations' },
    ],
  },
  {
    path: '/altro',
    load: () => import('../admin/MorePage.tsx'),
    audience: 'ceo',
    title: 'Altro',
    navigation: { label: 'Altro', icon: 'more' },
  },
  {
    path: '/altro/andamento',
    load: () => import('../admin/OverviewPage.tsx'),
    audience: 'ceo',
    title: 'Andamento',
  },
  {
    path: '/altro/registro',
    load: () => import('../admin/AuditPage.tsx'),
    audience: 'ceo',
    title: 'Registro',
  },
  {
    path: '/profile',
    load: () => import('../profile/ProfilePage.tsx'),
    audience: 'signedIn',
  },
  {
    path: '/profile/notifiche',
    aliases: ['/profile/password', '/profile/dispositivi', '/profile/aspetto', '/profile/dati'],
    load: () => import('../profile/SettingsPage.tsx'),
    audience: 'signedIn',
  },
  {
    path: '/profile/calendario',
    load: () => import('../profile/SettingsPage.tsx'),
    audience: 'employees',
  },
  {
    path: '/email-config',
    load: () => import('../mail/EmailConfigPage.tsx'),
    audience: 'signedIn',
  },
  {
    path: '/terms-conditions',
    load: () => import('../auth/TermsPage.tsx'),
    audience: 'everyone',
  },
  {
    path: '/reimposta-password',
    load: () => import('../auth/SetPasswordPage.tsx'),
    audience: 'everyone',
    title: 'Scegli la password',
  },
  {
    path: '/password-dimenticata',
    load: () => import('../auth/ForgottenPasswordPage.tsx'),
    audience: 'everyone',
    title: 'Password dimenticata',
  },
  {
    path: '/disiscrizione',
    load: () => import('../mail/UnsubscribePage.tsx'),
    audience: 'everyone',
    title: 'Email di Turnario',
  },
  {
    path: '/register',
    load: () => import('../auth/RegisterPage.tsx'),
    audience: 'signedOut',
    title: 'Registrati',
  },
  { path: '/login', load: () => import('../auth/LoginPage.tsx'), audience: 'signedOut', title: 'Accedi' },
];

/** Whether a session (null if signed out) may open a page. */
export const isOpenTo = (session: Session | null, { audience }: AppRoute): boolean =>
  audiences[audience](session);

export type NavigationEntry = Pick<AppRoute, 'path' | 'aliases'> & NavigationPlace;

/** A session's menu entries. */
export const navigationFor = (session: Session): readonly NavigationEntry[] =>
  routes
    .filter((route) => isOpenTo(session, route))
    .flatMap(({ path, aliases = [], navigation = [] }) =>
      [navigation]
        .flat()
        .filter(({ audience = 'signedIn' }) => audiences[audience](session))
        .map((place) => ({ path, aliases, ...place })),
    );
