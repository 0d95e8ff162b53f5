import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unsubscribeHere } from '../data/pushDevice.ts';
import { HttpError } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { showToast } from '../ui/toast.ts';
import { logout } from './api.ts';
import { forgetSession } from './session.ts';

/** Milliseconds until the page reloads (specification, section 9). */
const reloadAfter = { success: 1500, failure: 1000 };

/** Whether the session is over: signed out now, or already before. */
async function leave(): Promise<boolean> {
  try {
    await logout();
    return true;
  } catch (error) {
    return error instanceof HttpError && error.status === 401;
  }
}

/** 'Esci': clears all cached data, goes to '/' and reloads, whether or not the server answers. */
export function LogoutButton(look: { variant: 'plain' | 'quiet'; className: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);

  const press = async () => {
    setPending(true);
    const hasLeft = await leave();
    // the next person on this browser must not get their notifications
    if (hasLeft) await unsubscribeHere().catch(() => null);
    showToast(
      hasLeft
        ? { variant: 'success', title: 'Sessione chiusa', text: 'A presto!' }
        : { variant: 'error', title: 'Uscita non riuscita', text: 'Ricarico la pagina: riprova.' },
    );
    void navigate('/');
    await forgetSession(queryClient);
    setTimeout(() => window.location.reload(), hasLeft ? reloadAfter.success : reloadAfter.failure);
  };

  return (
    <Button {...look} isPending={isPending} onClick={() => void press()} icon={LogOut} iconClass="size-5">
      Esci
    </Button>
  );
}
