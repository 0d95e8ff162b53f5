import { useQuery } from '@tanstack/react-query';
import { House, LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { dayInRome, formatLongDay, timeInRome } from '../../domain/calendar/day.ts';
import { useSignedIn } from '../auth/session.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { CodesPanel } from '../operations/CodesPanel.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { upkeepQuery } from './api.ts';
import { formatCount } from './counts.ts';
import { PeopleTab } from './PeopleTab.tsx';
import { WorksitesTab } from './WorksitesTab.tsx';

const tabs = [
  { id: 'worksites', label: 'Cantieri' },
  { id: 'users', label: 'Persone' },
  { id: 'operations', label: 'Codici' },
] as const;

/** `/ceo-admin`: the CEO's administration; the tab is in the URL. */
export default function CeoPage() {
  const { user, isImpersonating } = useSignedIn();
  return user.isCeo && !isImpersonating ? <CeoTabs /> : <NotForYou />;
}

function CeoTabs() {
  const [parameters, setParameters] = useSearchParams();
  const selected = tabs.find(({ id }) => id === parameters.get('tab')) ?? tabs[0];
  return (
    <>
      <RedStrip />
      <UpkeepNotice />
      <Tabs
        label="Gestione"
        tabs={tabs}
        selected={selected.id}
        // drops the other tab's filters
        onSelect={(tab) => setParameters({ tab }, { replace: true, preventScrollReset: true })}
      >
        <h2 className="sr-only">{selected.label}</h2>
        {selected.id === 'worksites' ? <WorksitesTab /> : null}
        {selected.id === 'users' ? <PeopleTab /> : null}
        {selected.id === 'operations' ? <CodesPanel source="all" /> : null}
      </Tabs>
    </>
  );
}

/** The page's heading and the warning about the CEO's permissions, in one strip. */
function RedStrip() {
  return (
    <header className="mb-3 flex flex-wrap items-baseline gap-x-4 rounded-md bg-danger px-4 py-2 text-on-danger">
      <title>CEO Administration Panel · Turnario</title>
      <h1 tabIndex={-1} className="text-lead font-semibold">
        CEO Administration Panel
      </h1>
      <p className="text-caption font-medium">
        Area riservata al CEO: gestisci tutti i cantieri, e quello che fai resta nel registro.
      </p>
    </header>
  );
}

function NotForYou() {
  return (
    <>
      <PageHeader title="Accesso Riservato" />
      <div className="flex max-w-prose flex-col items-start gap-6">
        <p className="flex gap-3">
          <LockKeyhole aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
          Questa pagina è solo per il CEO.
        </p>
        <LinkButton to="/" icon={House}>
          Torna alla home
        </LinkButton>
      </div>
    </>
  );
}

function UpkeepNotice() {
  const { data } = useQuery(upkeepQuery);
  if (!data) return null;
  const { clock, idleAccounts } = data;
  if (clock.status === 'suspected') return <SuspectedClock now={clock.now} />;
  return idleAccounts ? <IdleAccounts {...idleAccounts} /> : null;
}

function SuspectedClock({ now }: { now: string }) {
  const trust = useAction({
    changes: ['administration'],
    run: () => call('POST /api/ceo/upkeep/trust-clock'),
    done: () => ({ title: 'Orologio confermato' }),
    failed: 'Conferma non riuscita',
  });
  return (
    <div className="mb-4">
      <Notice variant="warn" title="L’orologio del server ha fatto un salto">
        <p>
          Finché non resta regolare per 24 ore, le richieste scadute non si chiudono e niente si elimina per
          sempre. Per il server adesso è {formatLongDay(dayInRome(now))}, ore {timeInRome(now)}: se è giusto,
          confermalo.
        </p>
        <Button className="mt-3" isPending={trust.isPending} onClick={() => trust.mutate(undefined)}>
          L’ora è giusta
        </Button>
      </Notice>
    </div>
  );
}

function IdleAccounts({ count, of }: { count: number; of: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const agree = useAction({
    changes: ['administration'],
    run: () => call('POST /api/ceo/upkeep/agree-idle-accounts', { body: { count } }),
    done: () => ({ title: 'Gli account inattivi diventeranno anonimi entro un quarto d’ora' }),
    failed: 'Conferma non riuscita',
    onDone: () => setIsAsking(false),
  });
  return (
    <div className="mb-4">
      <Notice variant="warn" title={`${formatCount(count)} account senza attività da 24 mesi`}>
        <p>
          Sono tanti ({count} su {of}): non diventano anonimi finché non lo confermi.
        </p>
        <Button className="mt-3" onClick={() => setIsAsking(true)}>
          Decidi
        </Button>
      </Notice>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Rendi anonimi ${count} account?`}
        confirmLabel="Rendi anonimi"
        isDanger
        isPending={agree.isPending}
        onConfirm={() => agree.mutate(undefined)}
        onCancel={() => setIsAsking(false)}
      >
        <p>
          Calendari, notifiche e dati personali di chi non usa Turnario da 24 mesi spariscono per sempre; gli
          scambi completati restano ai colleghi, senza nome. Prima si fa una copia di sicurezza.
        </p>
      </ConfirmDialog>
    </div>
  );
}
