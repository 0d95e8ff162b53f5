import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '../ui/TextField.tsx';

type NameField = 'firstName' | 'lastName';

interface NameFieldsProps {
  register: (name: NameField) => UseFormRegisterReturn;
  errors: Partial<Record<NameField, { message?: string | undefined }>>;
}

/** 'Nome' and 'Cognome', beside each other where there is room. */
export function NameFields({ register, errors }: NameFieldsProps) {
  return (
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
  );
}
