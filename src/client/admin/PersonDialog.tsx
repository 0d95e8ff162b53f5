import { useState } from 'react';
import type { AdminUser } from '../../domain/admin/schema.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { PersonSheet } from './PersonSheet.tsx';

type Step = 'sheet' | 'deactivate' | 'delete';

/** A person's account, and the questions before what cannot be undone. */
export function PersonDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const [step, setStep] = useState<Step>('sheet');
  const params = { id: person.id };
  const name = `${person.firstName} ${person.lastName}`;
  const setActive = useAction({
    changes: ['administration'],
    run: (isActive: boolean) => call('PATCH /api/ceo/users/:id/status', { params, body: { isActive } }),
    done: () => ({ title: person.isActive ? 'Account disattivato' : 'Account attivato' }),
    failed: 'Stato non cambiato',
    onDone: onClose,
  });
  const remove = useAction({
    changes: ['administration'],
    run: () => call('DELETE /api/ceo/users/:id', { params }),
    done: () => ({ title: 'Account eliminato' }),
    failed: 'Account non eliminato',
    onDone: onClose,
  });
  if (step === 'deactivate') {
    return (
      <ConfirmDialog
        isOpen
        title={`Disattivi ${name}?`}
        confirmLabel="Disattiva"
        isDanger
        isPending={setActive.isPending}
        onConfirm={() => setActive.mutate(false)}
        onCancel={() => setStep('sheet')}
      >
        Esce subito da ogni dispositivo e non può più accedere. Le sue richieste di scambio si chiudono e le
        sue offerte decadono. Si può riattivare quando serve.
      </ConfirmDialog>
    );
  }
  if (step === 'delete') {
    return (
      <ConfirmDialog
        isOpen
        title={`Elimini ${name}?`}
        confirmLabel="Elimina per sempre"
        isDanger
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onCancel={() => setStep('sheet')}
      >
        Account, turni, richieste e codici in attesa spariscono e non si recuperano. Gli scambi già completati
        restano ai colleghi, senza il suo nome.
      </ConfirmDialog>
    );
  }
  return (
    <PersonSheet
      person={person}
      onClose={onClose}
      isActivating={setActive.isPending}
      onActivate={() => setActive.mutate(true)}
      onDeactivate={() => setStep('deactivate')}
      onDelete={() => setStep('delete')}
    />
  );
}
