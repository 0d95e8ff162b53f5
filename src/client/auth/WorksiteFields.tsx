import { Controller, type UseFormReturn } from 'react-hook-form';
import type { OpenedInvitation } from '../../domain/rosters/schema.invitations.ts';
import {
  leastContractHours,
  mostContractHours,
  registrableRoles,
  roleNames,
} from '../../domain/users/schema.ts';
import type { WorksiteSummary, WorksiteVariant } from '../../domain/worksites/schema.ts';
import { PasswordField } from '../ui/PasswordField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import type { RegistrationValues } from './registrationSteps.ts';

const roleOptions = registrableRoles.map((role) => ({ id: role, label: roleNames[role] }));

const hourOptions = Array.from({ length: mostContractHours - leastContractHours + 1 }, (_, index) => {
  const hours = String(leastContractHours + index);
  return { id: hours, label: `${hours} ore al giorno` };
});

interface WorksiteFieldsProps {
  form: UseFormReturn<RegistrationValues>;
  worksites: readonly WorksiteSummary[];
  variant: WorksiteVariant;
  invitation: OpenedInvitation | null;
}

/** The worksite with its access code, or the one of an invitation, and what that worksite asks of its people. */
export function WorksiteFields({ form, worksites, variant, invitation }: WorksiteFieldsProps) {
  return (
    <>
      {invitation ? (
        <p>
          Ti registri in <span className="font-semibold">{invitation.worksite.name}</span>. Il codice non ti
          serve: hai un invito.
        </p>
      ) : (
        <CodeFields form={form} worksites={worksites} />
      )}
      {variant === 'taxi' ? <TaxiFields form={form} /> : <ContractFields form={form} />}
    </>
  );
}

function CodeFields({ form, worksites }: Pick<WorksiteFieldsProps, 'form' | 'worksites'>) {
  const { control, register, formState } = form;
  const options = worksites.map(({ id, name, description }) => ({
    id,
    label: name,
    hint: description || undefined,
  }));
  return (
    <>
      <Controller
        control={control}
        name="worksiteId"
        render={({ field, fieldState }) => (
          <Select
            label="Cantiere"
            options={options}
            value={field.value === '' ? null : field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            placeholder="Scegli il tuo cantiere"
            error={fieldState.error?.message}
          />
        )}
      />
      <PasswordField
        label="Codice di accesso del cantiere"
        what="codice"
        autoComplete="off"
        hint="Te lo dà chi amministra il cantiere."
        error={formState.errors.accessCode?.message}
        {...register('accessCode')}
      />
    </>
  );
}

function ContractFields({ form }: { form: UseFormReturn<RegistrationValues> }) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Controller
        control={form.control}
        name="role"
        render={({ field, fieldState }) => (
          <Select
            label="Ruolo"
            options={roleOptions}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            ref={field.ref}
            placeholder="Scegli il tuo ruolo"
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="contractHours"
        render={({ field, fieldState }) => (
          <Select
            label="Ore di contratto"
            options={hourOptions}
            value={String(field.value)}
            onChange={(hours) => field.onChange(Number(hours))}
            onBlur={field.onBlur}
            ref={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  );
}

function TaxiFields({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const { register, formState } = form;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        label="Licenza taxi"
        autoComplete="off"
        autoCapitalize="characters"
        error={formState.errors.taxiLicense?.message}
        {...register('taxiLicense')}
      />
      <TextField
        label="Cellulare"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={formState.errors.phoneNumber?.message}
        {...register('phoneNumber')}
      />
    </div>
  );
}
