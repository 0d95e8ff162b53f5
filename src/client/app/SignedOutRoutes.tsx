import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { usePageFocus } from './usePageFocus.ts';

const LoginPage = lazy(() => import('../auth/LoginPage.tsx'));
const RegisterPage = lazy(() => import('../auth/RegisterPage.tsx'));
const SetPasswordPage = lazy(() => import('../auth/SetPasswordPage.tsx'));
const ForgottenPasswordPage = lazy(() => import('../auth/ForgottenPasswordPage.tsx'));
const TermsPage = lazy(() => import('../auth/TermsPage.tsx'));

/** What people see who are not signed in: any address but these shows the login page, /ceo-admin too. */
export function SignedOutRoutes() {
  usePageFocus();
  return (
    <Routes>
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/terms-conditions" element={<TermsPage />} />
      <Route path="/reimposta-password" element={<SetPasswordPage />} />
      <Route path="/password-dimenticata" element={<ForgottenPasswordPage />} />
      <Route path="*" element={<LoginPage />} />
    </Routes>
  );
}
