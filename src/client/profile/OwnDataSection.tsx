import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { addressOf } from '../../domain/call.ts';
import { forgetSession, useSignedIn } from '../auth/session.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { DownloadLink } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { showToast } from '../ui/toast.ts';
import { openSwapsQuery, useDeleteAccount } from './api.ts';
import { openSwapsText } from './openSwapsText.ts';

export function OwnDataSection() {
  const { user } = useSignedIn();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <DownloadLink href={addressOf('GET /api/users/:id/data', { params: { id: user.id } })}>
          Scarica i miei dati
        </DownloadLink>
        {user.role === 'admin' ? null : (
          <Button
            variant="plain"
            icon={Trash2}
            onClick={() => setLeaving(true)}
            className="text-danger hover:bg-danger-soft"
          >
            Elimina il mio account
          </Button>
        )}
      </div>
      {isLeaving ? <DeleteAccountDialog onClose={() => setLeaving(false)} /> : null}
    </>
  );
}

function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSignedIn();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useDeleteAccount(user.id);
  const openSwaps = useQuery(openSwapsQuery(user.id));
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const effects = openSwaps.data ? openSwapsText(openSwaps.data) : null;

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setError(password === '' ? 'Scrivi la tua password' : undefined);
    if (password === '') return;
    remove.start(password, {
      onSuccess: () => {
        showToast({
          variant: 'success',
          title: 'Account eliminato',
          text: 'Grazie per aver usato Turnario.',
        });
        void navigate('/', { replace: true });
        void forgetSession(queryClient);
      },
      onError: (failure) => setError(textOf(failure, 'L’account non è stato eliminato. Riprova.')),
    });
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title="Elimini il tuo account?"
      submitLabel="Elimina per sempre"
      cancelLabel="Tieni l’account"
      isDanger
      isPending={remove.isPending}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>
          Calendario, notifiche, dati personali e codici in attesa spariscono subito da Turnario, entro 30
          giorni dalle copie di sicurezza.
        </li>
        <li>Ai colleghi restano gli scambi completati con te, ma senza il tuo nome.</li>
        <li>Esci da tutti i dispositivi.</li>
      </ul>
      {effects === null ? null : <Notice variant="warn">Eliminando l’account {effects}.</Notice>}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="La tua password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
      />
    </FormDialog>
  );
}
