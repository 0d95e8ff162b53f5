import type { ComponentType } from 'react';
import type { Screen } from '../../domain/screens.ts';
import type { Session } from '../../domain/users/schema.ts';

const audiences = {
  everyone: () => true,
  signedOut: (session) => session === null,
  signedIn: (session) => session !== null,
  /** An admin keeps no shifts. */
  employees: (session) => session !== null && session.user.role !== 'admin',
  /** The taxi worksite knows no operation codes. */
  withCodes: (session) => session !== null && session.worksite.variant !== 'taxi',
  notCeo: (session) => session !== null && !session.user.isCeo,
  /** Who may load the roster of a worksite. */
  loaders: (session) => session !== null && (session.user.mayLoadShifts || session.user.isCeo),
  admins: (session) => session?.user.role === 'admin',
  ceo: (session) => session?.user.role === 'admin' && session.user.isCeo,
} satisfies Record<string, (session: Session | null) => boolean>;

/** Why others do not reach a page, for those who are signed in. */
export const whyNot: Partial<Record<keyof typeof audiences, string>> = {
  employees: 'La direzione non ha un calendario: non registra turni e non ne scambia.',
  withCodes: 'Nei cantieri taxi non ci sono codici OPP e Case.',
  loaders: 'Il tabellone lo carica chi ne ha il permesso.',
};

/** Drawn by the menu, which comes with the shell: the login page does without. */
export type NavigationIcon = 'home' | 'calendar' | 'add' | 'exchanges' | 'codes' | 'roster' | 'panel' | 'ceo';

interface AppRoute {
  path: Screen;
  /** Other addresses of the same page. */
  aliases?: readonly Screen[];
  /** Brings the page, which is a chunk of its own. */
  load: () => Promise<{ default: ComponentType }>;
  /** Who reaches it; what `everyone` reaches has no shell. */
  audience: keyof typeof audiences;
  /** Its heading and the name of the browser's tab; left out where the page knows better. */
  title?: string;
  /** Its place in the menu, which fewer people may see than reach it. */
  navigation?: { label: string; icon: NavigationIcon; audience?: keyof typeof audiences };
  /** Fetched ahead once a signed-in person's first screen rests, and along with the main chunk when it is the first. */
  isLikely?: boolean;
}

/**
 * All pages. Router, menu, titles, fetching ahead and the chunks in vite.config.ts come from here; that file reads this
 * one in Node, so it imports nothing of the client but types.
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
    // the CEO has them among what they manage
    navigation: { label: 'Operazioni', icon: 'codes', audience: 'notCeo' },
    isLikely: true,
  },
  {
    path: '/rosters',
    load: () => import('../rosters/load/RosterPage.tsx'),
    audience: 'loaders',
    // a bar of six would not fit a phone: employees have it among the cards of their Home
    navigation: { label: 'Tabellone', icon: 'roster', audience: 'ceo' },
  },
  {
    path: '/admin',
    load: () => import('../admin/AdminPage.tsx'),
    audience: 'signedIn',
    navigation: { label: 'Pannello', icon: 'panel', audience: 'admins' },
  },
  {
    path: '/ceo-admin',
    load: () => import('../admin/CeoPage.tsx'),
    audience: 'signedIn',
    navigation: { label: 'CEO', icon: 'ceo', audience: 'ceo' },
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

/** Whether a person reaches a page; null for somebody who is not signed in. */
export const isOpenTo = (session: Session | null, { audience }: AppRoute): boolean =>
  audiences[audience](session);

export type NavigationEntry = Pick<AppRoute, 'path' | 'aliases'> & NonNullable<AppRoute['navigation']>;

/** The menu of a signed-in person. */
export const navigationFor = (session: Session): readonly NavigationEntry[] =>
  routes
    .filter((route) => isOpenTo(session, route))
    .flatMap(({ path, aliases = [], navigation }) =>
      navigation && audiences[navigation.audience ?? 'signedIn'](session)
        ? [{ path, aliases, ...navigation }]
        : [],
    );
