import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type ChangePassword, changePasswordSchema } from '../../domain/auth/ownAccount.ts';
import { PasswordChecklist } from '../auth/PasswordChecklist.tsx';
import { useSignedIn } from '../auth/session.ts';
import { fieldsOf, useZodForm } from '../data/useZodForm.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { showToast } from '../ui/toast.ts';
import { useChangePassword } from './api.ts';

export function PasswordSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={KeyRound} onClick={() => setOpen(true)} className="self-start">
        Cambia password
      </Button>
      {isOpen ? <ChangePasswordDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSignedIn();
  const change = useChangePassword();
  const form = useZodForm<ChangePassword>({
    schema: changePasswordSchema,
    defaultValues: { currentPassword: '', password: '' },
  });
  const field = fieldsOf(form);
  const submit = form.handleSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => {
        const text = 'Sugli altri dispositivi dovrai accedere di nuovo.';
        showToast({ variant: 'success', title: 'Password cambiata!', text });
        onClose();
      },
      onError: (error) => {
        const said = error instanceof HttpError ? error.fields['currentPassword'] : undefined;
        const message = said ?? textOf(error, 'La password non è stata cambiata. Riprova.');
        form.setError(said === undefined ? 'root' : 'currentPassword', { message }, { shouldFocus: true });
      },
    }),
  );
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      title="Cambia password"
      submitLabel="Cambia password"
      isPending={change.isPending}
      error={form.formState.errors.root?.message}
    >
      {/* the user name, for password managers */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="Password attuale"
        what="password attuale"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <PasswordField
        label="Nuova password"
        what="nuova password"
        autoComplete="new-password"
        {...field('password')}
      />
      <PasswordChecklist password={form.watch('password')} />
    </FormDialog>
  );
}
