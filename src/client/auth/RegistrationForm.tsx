import { type ReactNode, Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { WorksiteSummary } from '../../domain/worksites/schema.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { useRegistration } from './useRegistration.ts';
import { WorksiteFields } from './WorksiteFields.tsx';

const RefusalDialog = lazyWithPreload(() => import('./RefusalDialog.tsx'));

/** The registration, in three parts: who, where, and the password. */
export function RegistrationForm({ worksites }: { worksites: readonly WorksiteSummary[] }) {
  const { form, submit, variant, outcome, dismiss, isPending } = useRegistration(worksites);
  const { register, control, formState } = form;
  const [password, acceptedTerms] = useWatch({ control, name: ['password', 'acceptedTerms'] });
  const { errors } = formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onChange={dismiss}
      className="flex flex-col gap-8"
    >
      <Part title="Chi sei">
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            label="Nome"
            autoComplete="given-name"
            error={errors.firstName?.message}
            {...register('firstName')}
          />
          <TextField
            label="Cognome"
            autoComplete="family-name"
            error={errors.lastName?.message}
            {...register('lastName')}
          />
        </div>
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...register('email')}
        />
      </Part>
      <Part title="Dove lavori">
        <WorksiteFields form={form} worksites={worksites} variant={variant} />
      </Part>
      <Part title="La tua password">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordChecklist password={password} />
      </Part>
      <div className="flex flex-col gap-4">
        <Checkbox error={errors.acceptedTerms?.message} {...register('acceptedTerms')}>
          Accetto i{' '}
          <Link
            to="/terms-conditions"
            target="_blank"
            rel="noopener"
            className="font-medium text-accent underline"
          >
            Termini e Condizioni
          </Link>{' '}
          e ho letto l’informativa sulla privacy
        </Checkbox>
        {outcome?.kind === 'failure' ? <Notice variant="danger">{outcome.text}</Notice> : null}
        {outcome?.kind === 'success' ? (
          <Notice variant="success">
            Registrazione completata con successo! Reindirizzamento in corso...
          </Notice>
        ) : null}
        <Button type="submit" disabled={!acceptedTerms} isPending={isPending || outcome?.kind === 'success'}>
          Crea il mio account
        </Button>
      </div>
      {outcome?.kind === 'wrong-code' ? (
        <Suspense>
          <RefusalDialog title="Registrazione non consentita" onClose={dismiss}>
            <p>{outcome.text}.</p>
            <p>Il codice di accesso del cantiere non è corretto: contatta l’amministratore per averlo.</p>
          </RefusalDialog>
        </Suspense>
      ) : null}
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="border-b border-line pb-2 text-lead font-semibold">{title}</h2>
      {children}
    </section>
  );
}
