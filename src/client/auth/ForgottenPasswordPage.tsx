import { useLocation } from 'react-router';
import { passwordLinkMinutes, requestPasswordLinkSchema } from '../../domain/auth/ownAccount.ts';
import { fieldsOf, useZodForm } from '../data/useZodForm.ts';
import { textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useRequestPasswordLink } from './api.ts';
import { AuthLayout, TextLink } from './AuthLayout.tsx';

/** `/password-dimenticata`: asks for a link by mail, and promises none before it is known that mails leave. What it says never depends on whether the address has an account. */
export default function ForgottenPasswordPage() {
  return (
    <AuthLayout
      lead="Per sceglierne una nuova serve un link."
      footer={<TextLink to="/login">Torna all’accesso</TextLink>}
    >
      <RequestForm />
    </AuthLayout>
  );
}

function RequestForm() {
  const { state } = useLocation() as { state: { email?: string } | null };
  const ask = useRequestPasswordLink();
  const form = useZodForm<{ email: string }>({
    schema: requestPasswordLinkSchema,
    defaultValues: { email: state?.email ?? '' },
  });
  if (ask.isSuccess) return <Answer email={form.getValues('email')} canSend={ask.data.canSend} />;
  return (
    <form noValidate onSubmit={form.handleSubmit((body) => ask.mutate(body))} className="flex flex-col gap-4">
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint="Quella del tuo account"
        {...fieldsOf(form)('email')}
      />
      {ask.error ? (
        <Notice variant="danger">{textOf(ask.error, 'La richiesta non è partita. Riprova tra poco.')}</Notice>
      ) : null}
      <Button type="submit" isPending={ask.isPending}>
        Chiedi il link
      </Button>
    </form>
  );
}

function Answer({ email, canSend }: { email: string; canSend: boolean }) {
  if (!canSend) {
    return (
      <Notice variant="warn" title="Le email adesso non partono">
        Turnario non ha ancora una casella da cui spedire: chiedi il link alla direzione, che può crearlo per
        te.
      </Notice>
    );
  }
  return (
    <Notice variant="success" title="Controlla la posta">
      Se <strong>{email}</strong> ha un account, tra poco arriva un’email con il link. Funziona una volta
      sola, entro {passwordLinkMinutes} minuti. Se non la trovi, guarda nello spam.
    </Notice>
  );
}
