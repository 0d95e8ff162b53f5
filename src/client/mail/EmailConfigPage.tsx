import { useQuery } from '@tanstack/react-query';
import { textOf } from '../http/httpError.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { emailConfigQuery } from './api.ts';
import { OutboxPanel } from './OutboxPanel.tsx';
import { SenderPanel } from './SenderPanel.tsx';
import { WaitingMails } from './WaitingMails.tsx';

/** `/email-config`: how mails leave, for the CEO; what they are and what is on its way, for everybody. */
export default function EmailConfigPage() {
  const { data: config, error, isError, isFetching, refetch } = useQuery(emailConfigQuery);
  return (
    <>
      <PageHeader title="Configurazione Email" back={{ to: '/', label: 'Home' }}>
        Le email che Turnario spedisce quando uno scambio si conclude.
      </PageHeader>
      <div className="flex flex-col gap-8">
        <Notice title="Tre email identiche per ogni scambio">
          <p>
            Quando uno scambio è confermato partono tre email uguali: a chi l’ha chiesto, a chi l’ha accettato
            e al cantiere. Dicono chi fa quale turno, prima e dopo. Se la posta non funziona lo scambio vale
            lo stesso: le email aspettano e ripartono da sole.
          </p>
        </Notice>
        {config ? (
          <>
            {config.settings ? <SenderPanel settings={config.settings} /> : null}
            {config.settings ? null : <Sender isReady={config.isReady} />}
            {/* the CEO sees them below, among all others */}
            {config.settings ? null : <WaitingMails mails={config.waiting} />}
            {config.settings ? <OutboxPanel /> : null}
          </>
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} isRetrying={isFetching}>
            {textOf(error, 'Non riesco a leggere la configurazione delle email.')}
          </ErrorState>
        ) : (
          <SkeletonList count={2} className="h-40" label="Carico la configurazione…" />
        )}
      </div>
    </>
  );
}

/** Whether mails leave, for those who cannot change it. */
function Sender({ isReady }: { isReady: boolean }) {
  return isReady ? (
    <p>L’account di spedizione è impostato. Lo sceglie il CEO: tu non devi fare niente.</p>
  ) : (
    <Notice variant="warn" title="L’account di spedizione non è ancora impostato">
      <p>Le email aspettano in coda e partono appena il CEO lo imposta. Gli scambi valgono comunque.</p>
    </Notice>
  );
}
