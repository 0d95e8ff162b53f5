import { useQuery } from '@tanstack/react-query';
import { Building2, KeyRound, Mail, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import type { Worksite } from '../../domain/worksites/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { worksitesQuery } from '../worksites/api.ts';
import { countOf } from './counts.ts';
import { DeleteWorksiteDialog } from './DeleteWorksiteDialog.tsx';
import { InvitationsDialog } from './InvitationsDialog.tsx';
import { SwapRulesDialog } from './SwapRulesDialog.tsx';
import { WorksiteDialog } from './WorksiteDialog.tsx';

type Open = { what: 'create' } | { what: 'edit' | 'invite' | 'rules' | 'delete'; worksite: Worksite } | null;

export function WorksitesTab() {
  const list = useQuery(worksitesQuery);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-col gap-4">
      <Button className="self-start" onClick={() => setOpen({ what: 'create' })} icon={Plus}>
        Nuovo cantiere
      </Button>
      <QueryStatus query={list} failed="Non riesco a caricare i cantieri.">
        <SkeletonList className="h-40" label="Carico i cantieri…" />
      </QueryStatus>
      {list.data?.length === 0 ? (
        <EmptyState icon={Building2}>
          Crea il primo cantiere: poi le persone si registrano con il suo codice.
        </EmptyState>
      ) : null}
      <ul className="grid gap-3 md:grid-cols-2">
        {list.data?.map((worksite) => (
          <WorksiteCard key={worksite.id} worksite={worksite} onOpen={setOpen} />
        ))}
      </ul>
      {open?.what === 'create' ? <WorksiteDialog worksite={null} onClose={close} /> : null}
      {open?.what === 'edit' ? <WorksiteDialog worksite={open.worksite} onClose={close} /> : null}
      {open?.what === 'invite' ? <InvitationsDialog worksite={open.worksite} onClose={close} /> : null}
      {open?.what === 'rules' ? <SwapRulesDialog worksite={open.worksite} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteWorksiteDialog worksite={open.worksite} onClose={close} /> : null}
    </div>
  );
}

const line = 'flex min-w-0 items-center gap-2';
const icon = { 'aria-hidden': true, className: 'size-4 shrink-0 text-soft' } as const;

function WorksiteCard({ worksite, onOpen }: { worksite: Worksite; onOpen: (open: Open) => void }) {
  const { name, description, email, accessCode, userCount, joinedToday } = worksite;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-lead font-semibold">{name}</h3>
        {worksite.variant === 'taxi' ? <Badge variant="accent">Taxi</Badge> : null}
        {worksite.isActive ? null : <Badge variant="warn">Disattivato</Badge>}
        {worksite.isRegistrationOpen ? null : <Badge>Senza registrazione</Badge>}
      </div>
      {description ? <p className="text-soft">{description}</p> : null}
      <dl className="flex flex-1 flex-col gap-1">
        <div className={line}>
          <dt>
            <Users {...icon} />
            <span className="sr-only">Persone</span>
          </dt>
          <dd className="tabular">{countOf(userCount, 'persona', 'persone')}</dd>
          {joinedToday > 0 ? (
            <dd className="tabular text-soft">{countOf(joinedToday, 'iscritta', 'iscritte')} oggi</dd>
          ) : null}
        </div>
        {worksite.isRegistrationOpen ? (
          <div className={line}>
            <dt>
              <KeyRound {...icon} />
              <span className="sr-only">Codice di accesso</span>
            </dt>
            <dd className="min-w-0 font-medium">{accessCode}</dd>
          </div>
        ) : null}
        <div className={line}>
          <dt>
            <Mail {...icon} />
            <span className="sr-only">Email</span>
          </dt>
          <dd className="min-w-0">{email}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="small" onClick={() => onOpen({ what: 'edit', worksite })}>
          Modifica<span className="sr-only"> {name}</span>
        </Button>
        {worksite.isRegistrationOpen && worksite.isActive ? (
          <Button variant="quiet" size="small" onClick={() => onOpen({ what: 'invite', worksite })}>
            Inviti<span className="sr-only"> per {name}</span>
          </Button>
        ) : null}
        {worksite.isRegistrationOpen ? (
          <Button variant="quiet" size="small" onClick={() => onOpen({ what: 'rules', worksite })}>
            Regole degli scambi<span className="sr-only"> di {name}</span>
          </Button>
        ) : null}
        {worksite.isRegistrationOpen ? (
          <Button
            variant="plain"
            size="small"
            className="text-danger hover:bg-danger-soft"
            onClick={() => onOpen({ what: 'delete', worksite })}
          >
            Elimina<span className="sr-only"> {name}</span>
          </Button>
        ) : null}
      </div>
      {worksite.isRegistrationOpen ? null : (
        <p className="text-caption text-soft">È il cantiere della direzione: non si può eliminare.</p>
      )}
    </Card>
  );
}
