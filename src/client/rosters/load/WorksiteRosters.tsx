import { useQuery } from '@tanstack/react-query';
import { Undo2, UserCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDateTime, formatShortDay } from '../../../domain/calendar/day.ts';
import { matchName } from '../../../domain/rosters/names.ts';
import type { RosterSetup, RosterSummary, Unclaimed } from '../../../domain/rosters/schema.answers.ts';
import { waitingText } from '../../../domain/rosters/texts.it.ts';
import { callQuery, freshQuery } from '../../data/callQuery.ts';
import { failureOf } from '../../data/QueryStatus.tsx';
import { useAction } from '../../data/useAction.ts';
import { call } from '../../http/request.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Section } from '../../ui/PageHeader.tsx';
import { Select } from '../../ui/Select.tsx';

/** The latest rosters of a worksite: who loaded them, how many people have accepted; the last day's can be undone. */
export function LoadedRosters({ worksiteId }: { worksiteId: string | undefined }) {
  const { data = [] } = useQuery(
    callQuery(['rosters', worksiteId], 'GET /api/rosters', { query: { worksiteId } }),
  );
  const [asked, setAsked] = useState<RosterSummary | null>(null);
  const undo = useAction({
    changes: ['shifts'],
    run: (id: string) => call('DELETE /api/rosters/:id', { params: { id } }),
    done: () => ({ title: 'Tabellone annullato' }),
    onDone: () => setAsked(null),
  });
  if (data.length === 0) return null;
  return (
    <Section title="Tabelloni caricati" gap="gap-2">
      <ul className="flex flex-col divide-y divide-line">
        {data.map((roster) => (
          <Row key={roster.id} name={roster.title} text={textOfRoster(roster)}>
            {roster.undoUntil === null ? null : (
              <Button size="small" variant="quiet" icon={Undo2} onClick={() => setAsked(roster)}>
                Annulla<span className="sr-only"> il tabellone di {roster.title}</span>
              </Button>
            )}
          </Row>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={asked !== null}
        title="Annulli il tabellone?"
        confirmLabel="Annulla il tabellone"
        cancelLabel="Indietro"
        isDanger
        isPending={undo.isPending}
        error={failureOf(undo.error, 'Non annullato. Riprova.')}
        onConfirm={asked && (() => undo.start(asked.id))}
        onCancel={() => setAsked(null)}
      >
        <p>
          I turni che ha portato nei calendari tornano com’erano e le proposte spariscono. Resta quello che le
          persone hanno cambiato, offerto o scambiato dopo.
        </p>
      </ConfirmDialog>
    </Section>
  );
}

function textOfRoster({ days, loaderName, loadedAt, people, accepted, undoneAt }: RosterSummary): string {
  const when = `${formatShortDay(days.from)}–${formatShortDay(days.to)}`;
  const answered = people === 0 ? 'nessuno con un account' : `accettato da ${accepted} su ${people}`;
  const state = undoneAt === null ? answered : `annullato il ${formatDateTime(undoneAt)}`;
  return [when, `${loaderName}, ${formatDateTime(loadedAt)}`, state].join(' · ');
}

type People = RosterSetup['people'];

const nameOf = ({ firstName, lastName }: People[number]): string => `${firstName} ${lastName}`;

/** Who is in the worksite's files and has no account yet, until a loader says who they are. */
export function WaitingPeople({ worksiteId }: { worksiteId: string | undefined }) {
  const { data } = useQuery(
    freshQuery(['roster-unclaimed', worksiteId], 'GET /api/rosters/unclaimed', { query: { worksiteId } }),
  );
  const [asked, setAsked] = useState<Unclaimed | null>(null);
  if (!data || data.waiting.length === 0) return null;
  return (
    <Section title="In attesa di un account" gap="gap-2">
      <p className="max-w-prose text-soft">
        I loro turni aspettano. Se qualcuno si è già registrato, di’ tu chi è.
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {data.waiting.map((person) => (
          <Row key={person.id} name={person.name} text={waitingText(person)}>
            <Button size="small" variant="quiet" icon={UserCheck} onClick={() => setAsked(person)}>
              È di …<span className="sr-only"> {person.name}</span>
            </Button>
          </Row>
        ))}
      </ul>
      {asked && (
        <AssignDialog key={asked.id} waiting={asked} people={data.people} onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}

interface AssignDialogProps {
  waiting: Unclaimed;
  people: People;
  onClose: () => void;
}

function AssignDialog({ waiting, people, onClose }: AssignDialogProps) {
  const colleagues = people.map((person) => ({ id: person.id, name: nameOf(person) }));
  const { candidates, userId: likely } = matchName(waiting.name, colleagues);
  const [userId, setUserId] = useState(likely);
  const rank = new Map(candidates.map((id, index) => [id, index]));
  const ordered = people.toSorted((one, other) => (rank.get(one.id) ?? 99) - (rank.get(other.id) ?? 99));
  const chosen = people.find(({ id }) => id === userId);
  const assign = useAction({
    changes: ['shifts', 'administration'],
    run: (body: { userId: string }) =>
      call('POST /api/rosters/unclaimed/:id/assign', { params: { id: waiting.id }, body }),
    done: () => ({
      title: 'Turni assegnati',
      text: chosen && `${nameOf(chosen)} riceve una proposta e decide se accettarla.`,
    }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={`Di chi sono i turni di ${waiting.name}?`}
      confirmLabel={chosen ? `È ${nameOf(chosen)}` : 'Scegli la persona'}
      isPending={assign.isPending}
      error={failureOf(assign.error, 'I turni non sono stati assegnati. Riprova.')}
      onConfirm={userId === null ? null : () => assign.start({ userId })}
      onCancel={onClose}
    >
      <p className="tabular text-soft">{waitingText(waiting)}</p>
      <Select
        label="Persona"
        placeholder="Chi è?"
        options={ordered.map((person) => ({ id: person.id, label: nameOf(person) }))}
        value={userId}
        onChange={setUserId}
      />
    </ConfirmDialog>
  );
}

const Row = ({ name, text, children }: { name: string; text: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
    <div className="min-w-0 flex-1">
      <p className="font-medium break-words">{name}</p>
      <p className="tabular text-caption text-soft">{text}</p>
    </div>
    {children}
  </li>
);
