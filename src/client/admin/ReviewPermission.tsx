import { useState } from 'react';
import type { AdminUser } from '../../domain/admin/schema.ts';
import { request } from '../http/request.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { useAdminAction } from './useAdminAction.ts';

/** The permission to approve and reject the worksite's operation codes; takes effect at once. */
export function ReviewPermission({ person }: { person: AdminUser }) {
  const [isGiven, setGiven] = useState(person.mayReviewCodes);
  const change = useAdminAction({
    run: (mayReviewCodes: boolean) =>
      request<void>('PATCH', `/api/ceo/users/${person.id}/permissions`, { body: { mayReviewCodes } }),
    done: isGiven ? 'Può approvare i codici' : 'Non può più approvare i codici',
    failed: 'Permesso non cambiato',
  });
  return (
    <Checkbox
      hint="Vede i codici OPP e Case di tutto il cantiere, li approva e li rifiuta."
      checked={isGiven}
      onChange={(event) => {
        const { checked } = event.target;
        setGiven(checked);
        change.mutate(checked, { onError: () => setGiven(!checked) });
      }}
    >
      Può approvare i codici
    </Checkbox>
  );
}
