import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { forgetSession, useSignedIn } from '../auth/session.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useToast } from '../ui/toast.ts';
import { stakeQuery, useDeleteAccount } from './api.ts';
import { stakeText } from './stakeText.ts';

/** Says what goes and what stays, and asks for the password. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSignedIn();
  const formId = useId();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useDeleteAccount(user.id);
  const stake = useQuery(stakeQuery(user.id));
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const effects = stake.data ? stakeText(stake.data) : null;

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setError(password === '' ? 'Scrivi la tua password' : undefined);
    if (password === '' || remove.isPending) return;
    remove.mutate(password, {
      onSuccess: () => {
        toast({ variant: 'success', title: 'Account cancellato', text: 'Grazie per aver usato Turnario.' });
        void navigate('/', { replace: true });
        void forgetSession(queryClient);
      },
      onError: (failure) => setError(textOf(failure, 'L’account non è stato cancellato. Riprova.')),
    });
  };
  const actions = (
    <>
      <Button variant="quiet" onClick={onClose}>
        Tieni l’account
      </Button>
      <Button type="submit" form={formId} variant="danger" isPending={remove.isPending}>
        Cancella per sempre
      </Button>
    </>
  );
  return (
    <Dialog isOpen onClose={onClose} title="Cancellare il tuo account?" actions={actions}>
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>Il calendario, le notifiche e i tuoi dati personali spariscono subito e non si recuperano.</li>
          <li>Ai colleghi restano gli scambi completati con te, ma senza il tuo nome.</li>
          <li>Esci da tutti i dispositivi.</li>
        </ul>
        {effects === null ? null : <Notice variant="warn">Con la cancellazione {effects}.</Notice>}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="La tua password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
      </form>
    </Dialog>
  );
}
