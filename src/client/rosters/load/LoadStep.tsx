import { useNavigate } from 'react-router';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import { monthOf } from '../../../domain/calendar/month.ts';
import {
  type RosterOutcome,
  rosterOutcomes,
  type RosterPreview,
  type RosterSetup,
} from '../../../domain/rosters/schema.answers.ts';
import type { Roster } from '../../../domain/rosters/schema.ts';
import { useAction } from '../../data/useAction.ts';
import { forgetKept, useKept } from '../../data/useKept.ts';
import { call } from '../../http/request.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { dutyText, outcomeTexts } from './readingTexts.ts';
import { fileKey, setupKey } from './useRosterReading.ts';

const counted = (outcome: RosterOutcome, count: number): string =>
  `${count} ${outcomeTexts[outcome][count === 1 ? 0 : 1]}`;

/** 'Riguarda 12 persone, una aspetta un account.' */
function concerned(people: number, waiting: number): string {
  const told = people === 1 ? 'Riguarda una persona' : `Riguarda ${people} persone`;
  if (waiting === 0) return `${told}.`;
  return `${told}, ${waiting === 1 ? 'una aspetta' : `${waiting} aspettano`} un account.`;
}

const mostRefused = 20;

/** The button's label names what is left out, so that pressing it is consent. */
const loadLabel = (refused = 0): string => {
  if (refused === 0) return 'Carica il tabellone';
  return refused === 1 ? 'Carica senza quel turno' : `Carica senza quei ${refused} turni`;
};

export function LoadStep({ setup, roster }: { setup: RosterSetup; roster: Roster }) {
  const navigate = useNavigate();
  const key = fileKey(setup.worksite.id);
  const [title, setTitle] = useKept<string | null>([...key, 'title'], null);
  const waiting = roster.unclaimed ?? [];
  const gridAddress = `/rosters?month=${monthOf(roster.days.from)}`;
  const body: Roster = { ...roster, title: title?.trim() || roster.title };
  const preview = useAction({
    run: async (tried: Roster) => ({
      tried,
      answer: await call('POST /api/rosters/preview', { body: tried }),
    }),
    failed: 'Anteprima non riuscita',
    fallback: 'Riprova: quello che hai indicato resta qui.',
  });
  const load = useAction({
    run: (tried: Roster) => call('POST /api/rosters', { body: tried }),
    changes: ['shifts', 'exchange-requests', 'notifications'],
    failed: 'Il tabellone non è stato caricato',
    fallback: 'Riprova: quello che hai indicato resta qui.',
    done: ({ id, people }) => ({
      title: id === null ? 'Il tabellone era già caricato' : 'Tabellone caricato',
      text: id === null ? 'Non cambia niente.' : concerned(people, waiting.length),
      see: gridAddress,
    }),
    onDone: (_loaded, _roster, client) => {
      forgetKept(client, key);
      // the next file uses this one's answers
      client.removeQueries({ queryKey: setupKey });
      void navigate(gridAddress);
    },
  });
  // load only what was previewed: changes require a new preview
  const shown =
    preview.data && JSON.stringify(preview.data.tried) === JSON.stringify(body) ? preview.data.answer : null;
  return (
    <div className="flex flex-col gap-4">
      <div className="max-w-md">
        <TextField
          label="Titolo"
          hint="Le persone leggono: Il tabellone di …"
          value={title ?? roster.title}
          maxLength={80}
          onChange={(event) => setTitle(event.target.value)}
        />
      </div>
      {shown && <PreviewOutcome preview={shown} setup={setup} />}
      {shown && waiting.length > 0 && (
        <p>
          {waiting.length === 1
            ? `I turni di ${waiting[0]?.name} aspettano finché ha un account.`
            : `I turni di ${waiting.length} persone aspettano finché hanno un account.`}
        </p>
      )}
      <p className="text-soft">
        {setup.mode === 'subito'
          ? 'I turni entrano subito nei calendari.'
          : 'Ogni persona riceve una proposta e decide se accettarla.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant={shown ? 'quiet' : 'primary'}
          isPending={preview.isPending}
          onClick={() => preview.mutate(body)}
        >
          Vedi che cosa cambia
        </Button>
        {shown && (
          <Button isPending={load.isPending} onClick={() => load.mutate(body)}>
            {loadLabel(shown.counts.refused)}
          </Button>
        )}
      </div>
    </div>
  );
}

function PreviewOutcome({ preview, setup }: { preview: RosterPreview; setup: RosterSetup }) {
  const names = new Map(setup.people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  const told = rosterOutcomes.filter((outcome) => outcome !== 'same' && (preview.counts[outcome] ?? 0) > 0);
  const refused = preview.people.flatMap(({ userId, days }) =>
    days.filter(({ outcome }) => outcome === 'refused').map(({ day, reason }) => ({ day, reason, userId })),
  );
  return (
    <section aria-label="Che cosa cambia" className="flex flex-col gap-3">
      <p aria-live="polite" className="font-medium">
        {told.length === 0
          ? 'Non cambia niente: i calendari dicono già così.'
          : `${told.map((outcome) => counted(outcome, preview.counts[outcome] ?? 0)).join(', ')}.`}
      </p>
      {refused.length > 0 && (
        <Notice
          variant="warn"
          title={refused.length === 1 ? 'Un turno resta fuori' : `${refused.length} turni restano fuori`}
        >
          <ul className="flex flex-col gap-1">
            {refused.slice(0, mostRefused).map(({ day, reason, userId }) => (
              <li key={`${userId} ${day}`}>
                {names.get(userId)}, {formatMediumDay(day)}: {reason}
              </li>
            ))}
          </ul>
          {refused.length > mostRefused && <p>E altri {refused.length - mostRefused}.</p>}
        </Notice>
      )}
      <ul className="flex flex-col">
        {preview.people
          .filter(({ days }) => days.length > 0)
          .map(({ userId, days }) => (
            <li key={userId} className="border-b border-line">
              <details>
                <summary className="min-h-11 cursor-pointer py-2.5">
                  <span className="font-medium">{names.get(userId)}</span>{' '}
                  <span className="text-soft">{summary(days)}</span>
                </summary>
                <ul className="tabular flex flex-col gap-1 pb-3">
                  {days.map(({ day, outcome, now, reason }) => (
                    <li key={day}>
                      {formatMediumDay(day)}: {outcomeTexts[outcome][0]}
                      {now && `, ora ${dutyText(now)}`}
                      {reason && `. ${reason}`}
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
      </ul>
    </section>
  );
}

function summary(days: RosterPreview['people'][number]['days']): string {
  const counts = rosterOutcomes.map(
    (outcome) => [outcome, days.filter((day) => day.outcome === outcome).length] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => counted(outcome, count))
    .join(', ');
}
