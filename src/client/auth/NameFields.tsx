import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '../ui/TextField.tsx';

interface NameFieldsProps {
  /** Registered by the form itself: the first field with an error takes the focus, in the order of registration. */
  firstName: UseFormRegisterReturn;
  lastName: UseFormRegisterReturn;
  errors: Partial<Record<'firstName' | 'lastName', { message?: string | undefined }>>;
}

/** 'Nome' and 'Cognome', beside each other where there is room. */
export function NameFields({ firstName, lastName, errors }: NameFieldsProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField label="Nome" autoComplete="given-name" error={errors.firstName?.message} {...firstName} />
      <TextField label="Cognome" autoComplete="family-name" error={errors.lastName?.message} {...lastName} />
    </div>
  );
}
