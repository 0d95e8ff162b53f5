import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import {
  type InvitationLink,
  type InvitationList,
  personalInvitationDays,
  wallInvitationDays,
} from '../../domain/rosters/schema.invitations.ts';
import { waitingText } from '../../domain/rosters/texts.it.ts';
import type { Worksite } from '../../domain/worksites/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { invitationsQuery } from './api.ts';
import { InvitationAddress } from './InvitationAddress.tsx';

/** Somebody in the rosters without an account; undefined for the public invitation. */
type Target = string | undefined;
const bodyOf = (unclaimedId: Target) => (unclaimedId === undefined ? {} : { unclaimedId });

export function InvitationsDialog({ worksite, onClose }: { worksite: Worksite; onClose: () => void }) {
  const query = useQuery(invitationsQuery(worksite.id));
  return (
    <Dialog isOpen onClose={onClose} title={`Inviti per ${worksite.name}`} size="wide">
      <QueryStatus query={query} failed="Gli inviti non si leggono. Riprova.">
        <SkeletonList count={2} className="h-24" label="Carico gli inviti…" />
      </QueryStatus>
      {query.data ? <Invitations worksite={worksite} list={query.data} /> : null}
    </Dialog>
  );
}

function Invitations({ worksite, list }: { worksite: Worksite; list: InvitationList }) {
  const params = { id: worksite.id };
  // each is shown once: the last created one
  const [made, setMade] = useState<{ target: Target; link: InvitationLink } | null>(null);
  const make = useAction({
    changes: ['administration'],
    run: (target: Target) =>
      call('POST /api/ceo/worksites/:id/invitations', { params, body: bodyOf(target) }),
    failed: 'L’invito non è stato creato',
    onDone: (link, target) => setMade({ target, link }),
  });
  const end = useAction({
    changes: ['administration'],
    run: (target: Target) =>
      call('DELETE /api/ceo/worksites/:id/invitations', { params, query: bodyOf(target) }),
    failed: 'L’invito è ancora attivo',
    done: () => ({ title: 'Invito disattivato' }),
    onDone: (_answer, target) => setMade((last) => (last?.target === target ? null : last)),
  });
  const rowOf = (target: Target, running: InvitationList['wall']) => ({
    running,
    link: made && made.target === target ? made.link : null,
    isPending: (make.isPending && make.variables === target) || (end.isPending && end.variables === target),
    onMake: () => make.start(target),
    onEnd: () => end.start(target),
  });
  return (
    <div className="flex flex-col gap-8">
      <section className="flex flex-col gap-3">
        <h3 className="text-lead font-semibold">Da appendere</h3>
        <p className="max-w-prose text-soft">
          Un foglio con un QR al posto del codice: chi lo inquadra si registra in questo cantiere. Vale{' '}
          {wallInvitationDays} giorni, o finché non cambi il codice.
        </p>
        <Invitation {...rowOf(undefined, list.wall)} sheetFor={worksite.name} />
      </section>
      <section className="flex flex-col gap-3">
        <h3 className="text-lead font-semibold">Personali</h3>
        <p className="max-w-prose text-soft">
          {list.people.length === 0
            ? 'Qui trovi chi è sul tabellone e non ha ancora un account.'
            : `Mandalo solo alla persona: chi lo usa riceve i suoi turni. Vale una volta, per ${personalInvitationDays} giorni.`}
        </p>
        <ul className="flex flex-col divide-y divide-line">
          {list.people.map(({ id, name, invitation, ...waiting }) => (
            <li key={id} className="flex flex-col gap-2 py-3">
              <p className="font-medium break-words">{name}</p>
              <p className="tabular text-caption text-soft">{waitingText(waiting)}</p>
              <Invitation {...rowOf(id, invitation)} of={name} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface InvitationProps {
  running: InvitationList['wall'];
  link: InvitationLink | null;
  isPending: boolean;
  onMake: () => void;
  onEnd: () => void;
  of?: string;
  sheetFor?: string;
}

function Invitation({ running, link, isPending, onMake, onEnd, of, sheetFor }: InvitationProps) {
  const whose = <span className="sr-only"> {of === undefined ? 'da appendere' : `di ${of}`}</span>;
  return (
    <div className="flex flex-col gap-3">
      {link ? <InvitationAddress link={link} whose={whose} sheetFor={sheetFor} /> : null}
      {running && !link ? (
        <p>
          Attivo fino a {formatLongDay(dayInRome(running.expiresAt))}. Per sicurezza non si può rivedere: se
          ti serve di nuovo, rinnovalo. Quello di prima smette di valere.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          variant={running || of !== undefined ? 'quiet' : 'primary'}
          isPending={isPending}
          onClick={onMake}
        >
          {running ? 'Rinnova l’invito' : 'Crea l’invito'}
          {whose}
        </Button>
        {running ? (
          <Button size="small" variant="plain" disabled={isPending} onClick={onEnd}>
            Disattiva{whose}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
