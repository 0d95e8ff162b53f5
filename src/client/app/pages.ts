import { type Late, late } from '../ui/late.tsx';

// Every page is a chunk of its own. They stand here, apart from the routes, so that the page of an address can be
// fetched before anybody knows who is signed in.

export const LoginPage = late(() => import('../auth/LoginPage.tsx'));
export const RegisterPage = late(() => import('../auth/RegisterPage.tsx'));
export const SetPasswordPage = late(() => import('../auth/SetPasswordPage.tsx'));
export const ForgottenPasswordPage = late(() => import('../auth/ForgottenPasswordPage.tsx'));
export const TermsPage = late(() => import('../auth/TermsPage.tsx'));
export const SignedInRoutes = late(() => import('./SignedInRoutes.tsx'));
export const DashboardPage = late(() => import('../shifts/DashboardPage.tsx'));
export const CalendarPage = late(() => import('../shifts/CalendarPage.tsx'));
export const AddShiftPage = late(() => import('../shifts/AddShiftPage.tsx'));
export const ExchangesPage = late(() => import('../exchanges/ExchangesPage.tsx'));
export const SwapReceiptPage = late(() => import('../exchanges/SwapReceiptPage.tsx'));
export const OperationsPage = late(() => import('../operations/OperationsPage.tsx'));
export const ProfilePage = late(() => import('../profile/ProfilePage.tsx'));
export const EmailConfigPage = late(() => import('../mail/EmailConfigPage.tsx'));
export const AdminPage = late(() => import('../admin/AdminPage.tsx'));
export const CeoPage = late(() => import('../admin/CeoPage.tsx'));

const signedInPages = new Map<string, Pick<Late<object>, 'fetchThen'>>([
  ['/', DashboardPage],
  ['/dashboard', DashboardPage],
  ['/calendar', CalendarPage],
  ['/shifts/new', AddShiftPage],
  ['/exchanges', ExchangesPage],
  ['/operazioni', OperationsPage],
  ['/profile', ProfilePage],
  ['/email-config', EmailConfigPage],
  ['/admin', AdminPage],
  ['/ceo-admin', CeoPage],
]);

/**
 * Fetches what the first screen will need while the session is still being read.
 *
 * @param isSignedIn a guess; what it gets wrong is fetched when it is needed
 * @returns a promise that is kept when all of it is here, and never without a line
 */
export async function fetchFirstPage(pathname: string, isSignedIn: boolean): Promise<void> {
  const page = signedInPages.get(pathname);
  const needed = isSignedIn ? [SignedInRoutes, ...(page ? [page] : [])] : [LoginPage];
  await Promise.all(needed.map((one) => new Promise<void>((resolve) => one.fetchThen(resolve))));
}
