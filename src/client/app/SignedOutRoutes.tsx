import { Route, Routes } from 'react-router';
import { ForgottenPasswordPage, LoginPage, RegisterPage, SetPasswordPage, TermsPage } from './pages.ts';
import { usePageFocus } from './usePageFocus.ts';

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
