import { History, LogIn, Trash2, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import type { AdminUser } from '../../domain/admin/schema.ts';
import { dayInRome, formatShortDay } from '../../domain/calendar/day.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useImpersonation } from './impersonation.ts';
import { PersonBadges } from './PersonBadges.tsx';

interface PersonSheetProps {
  person: AdminUser;
  isActivating: boolean;
  onClose: () => void;
  onActivate: () => void;
  onDeactivate: () => void;
  onDelete: () => void;
}

/** What is known of a person, and what the CEO can do with their account. */
export function PersonSheet(props: PersonSheetProps) {
  const { person, onClose } = props;
  const enter = useImpersonation();
  const isAdmin = person.role === 'admin';
  return (
    <Dialog isOpen onClose={onClose} title={`${person.firstName} ${person.lastName}`}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap gap-2 empty:hidden">
          <PersonBadges person={person} />
        </div>
        <Facts person={person} />
        {isAdmin ? (
          <p className="text-soft">È un account della direzione: qui non si cambia.</p>
        ) : (
          <>
            <div className="flex flex-col">
              <Permission person={person} name="mayReviewCodes" />
              <Permission person={person} name="mayApproveSwaps" />
              <Permission person={person} name="mayLoadShifts" />
            </div>
            <div className="flex flex-col gap-2">
              {person.isActive ? (
                <Button icon={LogIn} isPending={enter.isPending} onClick={() => enter.mutate(person.id)}>
                  Entra nell’account
                </Button>
              ) : null}
              {person.isActive ? (
                <Button variant="quiet" icon={UserRoundX} onClick={props.onDeactivate}>
                  Disattiva
                </Button>
              ) : (
                <Button icon={UserRoundCheck} isPending={props.isActivating} onClick={props.onActivate}>
                  Attiva
                </Button>
              )}
              <LinkButton variant="quiet" to={`/ceo-admin?tab=audit&persona=${person.id}`} icon={History}>
                Vedi nel registro
              </LinkButton>
              <Button variant="plain" icon={Trash2} onClick={props.onDelete}>
                Elimina
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
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

/** Something that the CEO lets a person do; takes effect at once. */
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
