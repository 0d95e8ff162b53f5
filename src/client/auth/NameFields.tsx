import type { ComponentProps } from 'react';
import { TextField } from '../ui/TextField.tsx';

type Registered = Omit<ComponentProps<typeof TextField>, 'label'>;

/**
 * 'Nome' and 'Cognome', side by side if they fit. Registered by the form itself, since the first invalid field is
 * focused in registration order.
 */
export const NameFields = ({ firstName, lastName }: { firstName: Registered; lastName: Registered }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <TextField label="Nome" autoComplete="given-name" {...firstName} />
    <TextField label="Cognome" autoComplete="family-name" {...lastName} />
  </div>
);
