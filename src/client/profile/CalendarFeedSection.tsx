import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarX2, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import type { FeedOptions, FeedState } from '../../domain/shifts/schema.feed.ts';
import { failureOf, QueryStatus } from '../data/QueryStatus.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonLook } from '../ui/buttonLook.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CopyLink, LinkField } from '../ui/LinkField.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { calendarFeedQuery, useEndFeed, useMakeFeed } from './api.ts';

/** The calendar feed: a secret address for the phone's calendar, shown once. */
export function CalendarFeedSection() {
  const state = useQuery(calendarFeedQuery);
  return (
    <>
      {state.data ? (
        <Feed state={state.data} />
      ) : (
        <QueryStatus query={state} failed="Il link del calendario non si vede. Riprova.">
          <SkeletonList count={1} className="h-24" label="Carico il link del calendario" />
        </QueryStatus>
      )}
    </>
  );
}

function Feed({ state }: { state: FeedState }) {
  const [question, setQuestion] = useState<'make' | 'end' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const close = () => setQuestion(null);
  return (
    <>
      {state.exists ? <FeedInUse state={state} url={url} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={state.exists ? 'quiet' : 'primary'}
          icon={state.exists ? RefreshCw : CalendarPlus}
          onClick={() => setQuestion('make')}
        >
          {state.exists ? 'Rinnova il link' : 'Crea il link'}
        </Button>
        {state.exists ? (
          <Button
            variant="plain"
            icon={CalendarX2}
            onClick={() => setQuestion('end')}
            className="text-danger hover:bg-danger-soft"
          >
            Disattiva
          </Button>
        ) : null}
      </div>
      {question === 'make' ? <MakeDialog state={state} onMade={setUrl} onClose={close} /> : null}
      {question === 'end' ? <EndDialog onClose={close} /> : null}
    </>
  );
}

function FeedInUse({ state, url }: { state: FeedState; url: string | null }) {
  const since = dayInRome(state.since ?? '');
  const more = [state.withNotes ? 'le note' : '', state.withAbsences ? 'ferie e malattie' : ''];
  return (
    <>
      {url === null ? (
        <p>
          Link attivo da <time dateTime={since}>{formatLongDay(since)}</time>. Per sicurezza non si può
          rivedere: se ti serve di nuovo, rinnovalo.
        </p>
      ) : (
        <FeedAddress url={url} />
      )}
      <ul className="flex list-disc flex-col gap-1 pl-5 text-caption text-soft">
        <li>Mostra {['i turni', ...more.filter(Boolean)].join(', ')}.</li>
        <li>Google Calendar lo rilegge ogni 8–24 ore, Apple più spesso.</li>
        <li>
          Chi ha il link vede i tuoi turni. Una nuova password non lo ferma: per fermarlo rinnovalo o
          disattivalo.
        </li>
      </ul>
    </>
  );
}

interface MakeDialogProps {
  state: FeedState;
  onMade: (url: string) => void;
  onClose: () => void;
}

function MakeDialog({ state, onMade, onClose }: MakeDialogProps) {
  const make = useMakeFeed();
  const { withNotes, withAbsences } = state;
  const [options, setOptions] = useState<FeedOptions>({ withNotes, withAbsences });
  const made = ({ url }: { url: string }): void => {
    onMade(url);
    onClose();
  };
  return (
    <ConfirmDialog
      title={state.exists ? 'Rinnovi il link?' : 'Cosa mostri nel calendario?'}
      confirmLabel={state.exists ? 'Rinnova il link' : 'Crea il link'}
      onConfirm={() => make.start(options, { onSuccess: made })}
      onCancel={onClose}
      isPending={make.isPending}
      error={failureOf(make.error, 'Il link non è stato creato. Riprova.')}
    >
      {state.exists ? (
        <p>Il link di adesso smette di funzionare: nei tuoi calendari andrà aggiunto quello nuovo.</p>
      ) : (
        <p>I turni ci sono sempre. Google o Apple leggono quello che aggiungi qui.</p>
      )}
      <div>
        <Checkbox
          checked={options.withNotes}
          onChange={(event) => setOptions({ ...options, withNotes: event.target.checked })}
        >
          Anche le note
        </Checkbox>
        <Checkbox
          checked={options.withAbsences}
          onChange={(event) => setOptions({ ...options, withAbsences: event.target.checked })}
        >
          Anche ferie e malattie
        </Checkbox>
      </div>
    </ConfirmDialog>
  );
}

function EndDialog({ onClose }: { onClose: () => void }) {
  const end = useEndFeed();
  return (
    <ConfirmDialog
      title="Disattivi il link?"
      confirmLabel="Disattiva"
      isDanger
      onConfirm={() => end.start(undefined, { onSuccess: onClose })}
      onCancel={onClose}
      isPending={end.isPending}
      error={failureOf(end.error, 'Il link è ancora attivo. Riprova.')}
    >
      <p>I calendari a cui lo hai aggiunto non vedranno più i tuoi turni.</p>
    </ConfirmDialog>
  );
}

/** A feed's address, shown only now, with ways to add it to a calendar app. */
function FeedAddress({ url }: { url: string }) {
  // URL schemes that subscribe calendar apps
  const apple = url.replace(/^https?:/, 'webcal:');
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(apple)}`;
  return (
    <div className="flex flex-col gap-3">
      <Notice variant="success" title="Il link è pronto">
        Si vede solo adesso: aggiungilo al tuo calendario o copialo.
      </Notice>
      <LinkField label="Link segreto" url={url} />
      <div className="flex flex-wrap gap-3">
        <a href={google} target="_blank" rel="noreferrer" className={buttonLook('primary')}>
          Aggiungi a Google Calendar
        </a>
        <a href={apple} className={buttonLook('quiet')}>
          Aggiungi ad Apple
        </a>
        <CopyLink text={url} />
      </div>
    </div>
  );
}
