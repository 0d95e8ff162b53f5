import type { ComponentProps } from 'react';
import { TextField } from '../ui/TextField.tsx';

type Registered = Omit<ComponentProps<typeof TextField>, 'label'>;

/**
 * 'Nome' and 'Cognome', beside each other where there is room. Registered by the form itself: the first field with an
 * error takes the focus, in the order of registration.
 */
export const NameFields = ({ firstName, lastName }: { firstName: Registered; lastName: Registered }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <TextField label="Nome" autoComplete="given-name" {...firstName} />
    <TextField label="Cognome" autoComplete="family-name" {...lastName} />
  </div>
);
