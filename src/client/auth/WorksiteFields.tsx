import { Controller, type UseFormReturn } from 'react-hook-form';
import type { OpenedInvitation } from '../../domain/rosters/schema.invitations.ts';
import {
  leastContractHours,
  mostContractHours,
  registrableRoles,
  roleNames,
} from '../../domain/users/schema.ts';
import type { WorksiteSummary, WorksiteVariant } from '../../domain/worksites/schema.ts';
import { fieldsOf, selectOf } from '../data/useZodForm.ts';
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
  return (
    <>
      <Controller
        control={form.control}
        name="worksiteId"
        render={(given) => (
          <Select
            label="Cantiere"
            options={worksites.map(({ id, name, description }) => ({
              id,
              label: name,
              hint: description || undefined,
            }))}
            placeholder="Scegli il tuo cantiere"
            {...selectOf(given)}
          />
        )}
      />
      <PasswordField
        label="Codice di accesso del cantiere"
        what="codice"
        autoComplete="off"
        hint="Te lo dà chi amministra il cantiere."
        {...fieldsOf(form)('accessCode')}
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
        render={(given) => (
          <Select
            label="Ruolo"
            options={roleOptions}
            placeholder="Scegli il tuo ruolo"
            {...selectOf(given)}
          />
        )}
      />
      <Controller
        control={form.control}
        name="contractHours"
        render={(given) => <Select label="Ore di contratto" options={hourOptions} {...selectOf(given)} />}
      />
    </div>
  );
}

function TaxiFields({ form }: { form: UseFormReturn<RegistrationValues> }) {
  const field = fieldsOf(form);
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        label="Licenza taxi"
        autoComplete="off"
        autoCapitalize="characters"
        {...field('taxiLicense')}
      />
      <TextField label="Cellulare" type="tel" inputMode="tel" autoComplete="tel" {...field('phoneNumber')} />
    </div>
  );
}
