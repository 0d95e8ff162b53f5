import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetSession } from '../auth/session.ts';

/** Milliseconds until a save by somebody who is no longer signed in leads to the login (specification, section 9). */
const redirectAfter = 2000;

/** Leads whoever turns out to be signed out to the login page, once they have been told. */
export function useWayOut(): () => void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return () => {
    setTimeout(() => {
      void forgetSession(queryClient).then(() => navigate('/login', { replace: true }));
    }, redirectAfter);
  };
}
