import { lazy, useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { ImpersonationBanner } from '../admin/ImpersonationBanner.tsx';
import { useSignedIn } from '../auth/session.ts';
import { useKeptCalendar } from '../offline/useKeptCalendar.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { Shell } from './Shell.tsx';

const loadDashboard = () => import('../shifts/DashboardPage.tsx');
const loadCalendar = () => import('../shifts/CalendarPage.tsx');
const loadAddShift = () => import('../shifts/AddShiftPage.tsx');
const loadExchanges = () => import('../exchanges/ExchangesPage.tsx');
const loadOperations = () => import('../operations/OperationsPage.tsx');

const DashboardPage = lazy(loadDashboard);
const CalendarPage = lazy(loadCalendar);
const AddShiftPage = lazy(loadAddShift);
const ExchangesPage = lazy(loadExchanges);
const SwapReceiptPage = lazy(() => import('../exchanges/SwapReceiptPage.tsx'));
const EmailConfigPage = lazy(() => import('../mail/EmailConfigPage.tsx'));
const OperationsPage = lazy(loadOperations);
const ProfilePage = lazy(() => import('../profile/ProfilePage.tsx'));
const AdminPage = lazy(() => import('../admin/AdminPage.tsx'));
const CeoPage = lazy(() => import('../admin/CeoPage.tsx'));
const SetPasswordPage = lazy(() => import('../auth/SetPasswordPage.tsx'));
const ForgottenPasswordPage = lazy(() => import('../auth/ForgottenPasswordPage.tsx'));
const TermsPage = lazy(() => import('../auth/TermsPage.tsx'));

interface SignedInRoutesProps {
  /** The session began in this very window, not in an earlier visit. */
  hasJustSignedIn: boolean;
}

/** What signed-in people see; any other address is the 404 page. */
export default function SignedInRoutes({ hasJustSignedIn }: SignedInRoutesProps) {
  const { pathname } = useLocation();
  const [entrance] = useState(hasJustSignedIn ? pathname : null);
  useKeptCalendar();
  const { user, worksite } = useSignedIn();
  const { role } = user;
  useEffect(() => whenIdle([loadDashboard, loadCalendar, loadAddShift, loadExchanges, loadOperations]), []);
  return (
    <Routes>
      <Route element={<BelowBanner />}>
        <Route path="/terms-conditions" element={<TermsPage />} />
        <Route path="/reimposta-password" element={<SetPasswordPage />} />
        <Route path="/password-dimenticata" element={<ForgottenPasswordPage />} />
      </Route>
      <Route element={<Shell />}>
        <Route path="/" element={<DashboardPage />} />
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/admin" element={<AdminPage />} />
        <Route path="/ceo-admin" element={<CeoPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/email-config" element={<EmailConfigPage />} />
        {worksite.variant === 'taxi' ? null : <Route path="/operazioni" element={<OperationsPage />} />}
        {role === 'admin' ? null : (
          <>
            <Route path="/calendar" element={<CalendarPage />} />
            <Route path="/shifts/new" element={<AddShiftPage />} />
            <Route path="/exchanges" element={<ExchangesPage />} />
            <Route path="/exchanges/receipt/:id" element={<SwapReceiptPage />} />
          </>
        )}
        {/* The login page also stands at /login and at addresses that are none: from there the way leads home. */}
        <Route path="*" element={pathname === entrance ? <Navigate to="/" replace /> : <NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/** The pages that are the same for signed-out people, without the shell; a CEO acting as somebody reads it here too. */
function BelowBanner() {
  return (
    <>
      <ImpersonationBanner />
      <Outlet />
    </>
  );
}

/** Fetches the other pages' code once the first one has been shown, so that going there takes no time. */
function whenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => {
    // What fails now is asked for again when it is needed.
    for (const load of loads) void load().catch(() => null);
  }, 1500);
  return () => clearTimeout(timer);
}
