import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatShortDay } from '../../../domain/calendar/day.ts';
import type { RosterSummary } from '../../../domain/rosters/schema.answers.ts';
import { callQuery } from '../../data/callQuery.ts';
import { useAction } from '../../data/useAction.ts';
import { failureOf } from '../../http/httpError.ts';
import { call } from '../../http/request.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Section } from '../../ui/Section.tsx';

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
          <li key={roster.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium">{roster.title}</p>
              <p className="tabular text-caption text-soft">{textOfRoster(roster)}</p>
            </div>
            {roster.undoUntil === null ? null : (
              <Button size="small" variant="quiet" icon={Undo2} onClick={() => setAsked(roster)}>
                Annulla<span className="sr-only"> il tabellone di {roster.title}</span>
              </Button>
            )}
          </li>
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
