import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayInRome, formatLongDay, timeInRome } from '../../domain/calendar/day.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { upkeepQuery } from './api.ts';
import { formatCount } from './counts.ts';

/** What the server's upkeep asks a CEO; nothing where it asks nothing. */
export function UpkeepNotice() {
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
