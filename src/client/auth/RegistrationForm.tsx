import type { ReactNode, Ref } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import type { WorksiteSummary } from '../../domain/worksites/schema.ts';
import { fieldsOf } from '../data/useZodForm.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { classNames } from '../ui/classNames.ts';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { NameFields } from './NameFields.tsx';
import { PasswordChecklist } from './PasswordChecklist.tsx';
import { RefusalDialog } from './RefusalDialog.tsx';
import { lastStep, registrationSteps, type RegistrationValues } from './registrationSteps.ts';
import { type Invitation, useRegistration } from './useRegistration.ts';
import { WorksiteFields } from './WorksiteFields.tsx';

interface RegistrationFormProps {
  worksites: readonly WorksiteSummary[];
  /** Replaces the access code while valid. */
  invitation: Invitation | null;
  onInvitationOver: () => void;
}

/** Registration in three steps: person, worksite, password; a single form, for password managers. */
export function RegistrationForm({ worksites, invitation, onInvitationOver }: RegistrationFormProps) {
  const registration = useRegistration(worksites, { invitation, onOver: onInvitationOver });
  const { form, submit, step, variant, outcome, dismiss, isPending } = registration;
  const field = fieldsOf(form);
  const [email, password, acceptedTerms] = form.watch(['email', 'password', 'acceptedTerms']);
  const isLast = step === lastStep;
  const place = { step, heading: registration.heading };
  const closeRefusal = () => {
    dismiss();
    form.setFocus('accessCode');
  };
  return (
    <form noValidate onSubmit={submit} onChange={dismiss} className="flex flex-col gap-6">
      <Step at={0} {...place}>
        <PersonFields form={form} />
      </Step>
      <Step at={1} {...place}>
        <WorksiteFields form={form} worksites={worksites} variant={variant} invitation={invitation} />
      </Step>
      <Step at={2} {...place}>
        {/* otherwise password managers take the nearest text input as the user name */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Password" autoComplete="new-password" {...field('password')} />
        <PasswordChecklist password={password} />
        <Checkbox {...field('acceptedTerms')}>
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
      </Step>
      <div className="flex flex-col gap-4">
        {outcome?.kind === 'failure' ? (
          <Notice variant="danger" title="Errore durante la registrazione">
            {outcome.text}
          </Notice>
        ) : null}
        {outcome?.kind === 'success' ? (
          <Notice variant="success">
            Registrazione completata con successo! Reindirizzamento in corso...
          </Notice>
        ) : null}
        <div className="flex flex-wrap gap-3">
          {step > 0 ? (
            <Button variant="quiet" onClick={registration.goBack}>
              Indietro
            </Button>
          ) : null}
          <Button
            type="submit"
            disabled={isLast && !acceptedTerms}
            isPending={isPending || outcome?.kind === 'success'}
            className="flex-1"
          >
            {isLast ? 'Crea il mio account' : 'Avanti'}
          </Button>
        </div>
      </div>
      {/* only after the step back: the history navigation would close it */}
      {outcome?.kind === 'wrong-code' && !isLast ? (
        <RefusalDialog title="Registrazione non consentita" onClose={closeRefusal}>
          <p>{outcome.text}.</p>
          <p>Il codice di accesso del cantiere non è corretto: contatta l’amministratore per averlo.</p>
        </RefusalDialog>
      ) : null}
    </form>
  );
}

function PersonFields({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const field = fieldsOf(form);
  return (
    <>
      <NameFields firstName={field('firstName')} lastName={field('lastName')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
    </>
  );
}

interface StepProps {
  at: number;
  step: number;
  heading: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** One step; the others stay in the form, hidden. */
function Step({ at, step, heading, children }: StepProps) {
  const count = registrationSteps.length;
  return (
    <section hidden={at !== step} className="flex flex-col gap-4">
      <h2 ref={at === step ? heading : null} tabIndex={-1} className="flex flex-col gap-1 outline-none">
        <span className="text-caption text-soft">
          Passo {at + 1} di {count}
        </span>
        <span className="text-lead font-semibold">{registrationSteps[at]?.title}</span>
        <span aria-hidden="true" className="mt-1 grid auto-cols-fr grid-flow-col gap-1">
          {registrationSteps.map(({ title }, index) => (
            <span
              key={title}
              className={classNames('h-1 rounded-full', index <= at ? 'bg-accent' : 'bg-line')}
            />
          ))}
        </span>
      </h2>
      {children}
    </section>
  );
}
