import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { passwordSchema } from '../../domain/auth/password.ts';
import { fieldsOf, useZodForm } from '../data/useZodForm.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useSetPassword } from './api.ts';
import { AuthLayout, TextLink } from './AuthLayout.tsx';
import { PasswordChecklist } from './PasswordChecklist.tsx';

/** Sets a new password with a single-use link, from a mail or the server's start. */
export default function SetPasswordPage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  return (
    <AuthLayout>
      {token === '' ? (
        <Notice variant="danger" title="Link incompleto">
          Apri il link per intero, come ti è arrivato.
        </Notice>
      ) : (
        <SetPasswordForm token={token} />
      )}
    </AuthLayout>
  );
}

const isOver = (error: Error): boolean => error instanceof HttpError && error.code === 'link_expired';

const formSchema = z.object({ password: passwordSchema });

function SetPasswordForm({ token }: { token: string }) {
  const setPassword = useSetPassword();
  const form = useZodForm<{ password: string }>({ schema: formSchema, defaultValues: { password: '' } });
  if (setPassword.isSuccess) {
    return (
      <div className="flex flex-col gap-4">
        <Notice variant="success">La nuova password è salvata: ora puoi accedere.</Notice>
        <LinkButton to="/">Vai all’accesso</LinkButton>
      </div>
    );
  }
  const submit = form.handleSubmit((input) => setPassword.mutate({ token, ...input }));
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <PasswordField label="Nuova password" autoComplete="new-password" {...fieldsOf(form)('password')} />
      <PasswordChecklist password={form.watch('password')} />
      {setPassword.error ? (
        <Notice variant="danger">
          <p>{textOf(setPassword.error, 'La password non è stata salvata. Riprova.')}</p>
          {isOver(setPassword.error) ? (
            <TextLink to="/password-dimenticata">Chiedi un nuovo link</TextLink>
          ) : null}
        </Notice>
      ) : null}
      <Button type="submit" isPending={setPassword.isPending}>
        Salva la password
      </Button>
    </form>
  );
}
