import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type ChangePassword, changePasswordSchema } from '../../domain/auth/ownAccount.ts';
import { PasswordChecklist } from '../auth/PasswordChecklist.tsx';
import { useSignedIn } from '../auth/session.ts';
import { useZodForm } from '../data/useZodForm.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useToast } from '../ui/toast.ts';
import { useChangePassword } from './api.ts';
import { ProfileSection } from './ProfileSection.tsx';

/** The password, changed by who knows the present one. */
export function PasswordSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <ProfileSection title="Password">
      <Button variant="quiet" icon={KeyRound} onClick={() => setOpen(true)} className="self-start">
        Cambia password
      </Button>
      {isOpen ? <ChangePasswordDialog onClose={() => setOpen(false)} /> : null}
    </ProfileSection>
  );
}

function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const toast = useToast();
  const { user } = useSignedIn();
  const change = useChangePassword();
  const { register, handleSubmit, control, formState, setError } = useZodForm<ChangePassword>({
    schema: changePasswordSchema,
    defaultValues: { currentPassword: '', password: '' },
  });
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });
  const submit = handleSubmit((body) =>
    change.mutate(body, {
      onSuccess: () => {
        const text = 'Sugli altri dispositivi dovrai accedere di nuovo.';
        toast({ variant: 'success', title: 'Password cambiata!', text });
        onClose();
      },
      onError: (error) => {
        const said = error instanceof HttpError ? error.fields['currentPassword'] : undefined;
        const field = said === undefined ? 'root' : 'currentPassword';
        setError(
          field,
          { message: said ?? textOf(error, 'La password non è stata cambiata. Riprova.') },
          { shouldFocus: true },
        );
      },
    }),
  );
  return (
    <FormDialog
      formId={formId}
      onClose={onClose}
      title="Cambia password"
      submitLabel="Cambia password"
      isPending={change.isPending}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {/* tells password managers whose password this is */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label="Password attuale"
          what="password attuale"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="Nuova password"
          what="nuova password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordChecklist password={password} />
        {errors.root?.message ? <Notice variant="danger">{errors.root.message}</Notice> : null}
      </form>
    </FormDialog>
  );
}
