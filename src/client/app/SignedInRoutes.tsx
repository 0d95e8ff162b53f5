import { useEffect, useState } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { ImpersonationBanner } from '../admin/ImpersonationBanner.tsx';
import { useSignedIn } from '../auth/session.ts';
import { useKeptCalendar } from '../offline/useKeptCalendar.ts';
import { inSpareTime } from '../ui/spareTime.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import {
  AddShiftPage,
  AdminPage,
  CalendarPage,
  CeoPage,
  DashboardPage,
  EmailConfigPage,
  ExchangesPage,
  ForgottenPasswordPage,
  OperationsPage,
  ProfilePage,
  SetPasswordPage,
  SwapReceiptPage,
  TermsPage,
} from './pages.ts';
import { Shell } from './Shell.tsx';

/** Fetched ahead: going there takes no time. */
const likelyPages = [CalendarPage, DashboardPage, ExchangesPage, AddShiftPage, OperationsPage];

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
  useEffect(() => inSpareTime(likelyPages.map((page) => page.fetch)), []);
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
