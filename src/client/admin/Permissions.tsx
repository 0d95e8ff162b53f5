import { useState } from 'react';
import type { AdminUser } from '../../domain/admin/schema.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { Checkbox } from '../ui/Checkbox.tsx';

const permissions = {
  mayReviewCodes: {
    label: 'Può approvare i codici',
    hint: 'Vede i codici OPP e Case di tutto il cantiere, li approva e li rifiuta.',
    taken: 'Non può più approvare i codici',
  },
  mayApproveSwaps: {
    label: 'Può approvare gli scambi',
    hint: 'Decide sugli scambi del cantiere che aspettano l’approvazione, mai sui suoi.',
    taken: 'Non può più approvare gli scambi',
  },
  mayLoadShifts: {
    label: 'Può caricare i turni',
    hint: 'Carica il tabellone del cantiere. Vede i turni di lavoro, mai ferie e malattie.',
    taken: 'Non può più caricare i turni',
  },
};

export function Permissions({ person }: { person: AdminUser }) {
  return (
    <div className="flex flex-col">
      <Permission person={person} name="mayReviewCodes" />
      <Permission person={person} name="mayApproveSwaps" />
      <Permission person={person} name="mayLoadShifts" />
    </div>
  );
}

function Permission({ person, name }: { person: AdminUser; name: keyof typeof permissions }) {
  const { label, hint, taken } = permissions[name];
  const [isGiven, setGiven] = useState(person[name]);
  const change = useAction({
    changes: ['administration'],
    run: (isNow: boolean) =>
      call('PATCH /api/ceo/users/:id/permissions', { params: { id: person.id }, body: { [name]: isNow } }),
    done: () => ({ title: isGiven ? label : taken }),
    failed: 'Permesso non cambiato',
  });
  return (
    <Checkbox
      hint={hint}
      checked={isGiven}
      onChange={(event) => {
        const { checked } = event.target;
        setGiven(checked);
        change.mutate(checked, { onError: () => setGiven(!checked) });
      }}
    >
      {label}
    </Checkbox>
  );
}
