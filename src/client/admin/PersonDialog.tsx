import { useQuery } from '@tanstack/react-query';
import { History, KeyRound, LogIn, Trash2, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '../../domain/admin/schema.ts';
import { dayInRome, formatShortDay, timeInRome } from '../../domain/calendar/day.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { emailConfigQuery } from '../mail/api.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useImpersonation } from './impersonation.ts';
import { LinkToHand } from './LinkToHand.tsx';
import { Permissions } from './Permissions.tsx';
import { PersonBadges } from './PersonBadges.tsx';

export function PersonDialog({ person, onClose }: { person: AdminUser; onClose: () => void }) {
  const [step, setStep] = useState<'sheet' | 'deactivate' | 'delete'>('sheet');
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
    <Dialog
      onClose={onClose}
      title={name}
      // below, where a confirmation's own button appears
      actions={
        person.role === 'admin' ? undefined : (
          <LinkButton variant="quiet" to={`/altro/registro?persona=${person.id}`} icon={History}>
            Vedi nel registro
          </LinkButton>
        )
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap gap-2 empty:hidden">
          <PersonBadges person={person} />
        </div>
        <Facts person={person} />
        {person.role === 'admin' ? (
          <p className="text-soft">È un account della direzione: qui non si cambia.</p>
        ) : (
          <>
            <Permissions person={person} />
            <div className="flex flex-col gap-2">
              {person.isActive ? (
                <ActiveAccount person={person} onDeactivate={() => setStep('deactivate')} />
              ) : (
                <Button
                  icon={UserRoundCheck}
                  isPending={setActive.isPending}
                  onClick={() => setActive.mutate(true)}
                >
                  Attiva
                </Button>
              )}
              <Button
                variant="plain"
                className="text-danger hover:bg-danger-soft"
                icon={Trash2}
                onClick={() => setStep('delete')}
              >
                Elimina
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

function ActiveAccount({ person, onDeactivate }: { person: AdminUser; onDeactivate: () => void }) {
  const enter = useImpersonation();
  return (
    <>
      <Button icon={LogIn} isPending={enter.isPending} onClick={() => enter.mutate(person.id)}>
        Entra nell’account
      </Button>
      <PasswordLink person={person} />
      <Button variant="quiet" icon={UserRoundX} onClick={onDeactivate}>
        Disattiva
      </Button>
    </>
  );
}

/** A password link to hand over; with working mail, people request it themselves. */
function PasswordLink({ person }: { person: AdminUser }) {
  const isMailReady = useQuery(emailConfigQuery).data?.isReady ?? true;
  const make = useAction({
    run: () => call('POST /api/ceo/users/:id/password-link', { params: { id: person.id } }),
    failed: 'Il link non è stato creato',
  });
  if (isMailReady) return null;
  if (make.data) {
    return (
      <LinkToHand
        url={make.data.url}
        label="Link per la nuova password"
        qrLabel="Codice QR del link"
        notice={`Dallo solo a ${person.firstName}: funziona una volta, entro le ${timeInRome(make.data.expiresAt)}.`}
      />
    );
  }
  return (
    <Button variant="quiet" icon={KeyRound} isPending={make.isPending} onClick={() => make.start(undefined)}>
      Link per una nuova password
    </Button>
  );
}

function Facts({ person }: { person: AdminUser }) {
  const facts: [string, string | null][] = [
    ['Email', person.email],
    ['Cantiere', person.worksite.name],
    ['Ruolo', roleNames[person.role]],
    ['Contratto', `${person.contractHours} ore${person.enableFlexibleShifts ? ', turni flessibili' : ''}`],
    ['Licenza taxi', person.taxiLicense],
    ['Telefono', person.phoneNumber],
    ['Registrazione', formatShortDay(dayInRome(person.createdAt))],
    ['Ultima attività', person.lastActiveOn && formatShortDay(person.lastActiveOn)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
