import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { type EmailConfig, type MailTest, mailTestTexts } from '../../domain/mail/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { textOf } from '../http/httpError.ts';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { emailConfigQuery, useMailTest } from './api.ts';
import { FailureReason } from './MailRow.tsx';
import { formatDateTimeWithoutYear, waitingLooks } from './mailTexts.ts';
import { OutboxPanel } from './OutboxPanel.tsx';
import { SettingsForm } from './SettingsForm.tsx';

/** `/email-config`: mail settings for the CEO; mail kinds and pending mails for everybody. */
export default function EmailConfigPage() {
  const query = useQuery(emailConfigQuery);
  const { data: config } = query;
  return (
    <>
      <PageHeader title="Configurazione email" back={{ to: '/', label: 'Home' }}>
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
        ) : (
          <QueryStatus query={query} failed="Non riesco a leggere la configurazione delle email.">
            <SkeletonList count={2} className="h-40" label="Carico la configurazione…" />
          </QueryStatus>
        )}
      </div>
    </>
  );
}

/** Whether mail delivery works, for those who cannot change it. */
function Sender({ isReady }: { isReady: boolean }) {
  return isReady ? (
    <p>L’account di spedizione è impostato. Lo sceglie il CEO: tu non devi fare niente.</p>
  ) : (
    <Notice variant="warn" title="L’account di spedizione non è ancora impostato">
      <p>Le email aspettano in coda e partono appena il CEO lo imposta. Gli scambi valgono comunque.</p>
    </Notice>
  );
}

function WaitingMails({ mails }: { mails: EmailConfig['waiting'] }) {
  return (
    <section aria-labelledby="in-arrivo">
      <h2 id="in-arrivo" className="mb-2 text-title font-semibold">
        In arrivo per te
      </h2>
      {mails.length === 0 ? (
        <p className="text-soft">Niente in attesa: tutte le email per te sono partite.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {mails.map(({ id, subject, status, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              <span className="min-w-0">
                <span className="block font-medium wrap-break-word">{subject}</span>
                <time dateTime={createdAt} className="text-caption text-soft">
                  {formatDateTimeWithoutYear(createdAt)}
                </time>
              </span>
              <Badge variant={waitingLooks[status].variant}>{waitingLooks[status].label}</Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Settings = NonNullable<EmailConfig['settings']>;

function SenderPanel({ settings }: { settings: Settings }) {
  const { saved, isOverridden, sender } = settings;
  const mailTest = useMailTest();
  return (
    <Card as="section" aria-labelledby="account" className="flex flex-col gap-4">
      <div>
        <h2 id="account" className="text-title font-semibold">
          Account di spedizione
        </h2>
        <p className="text-soft">
          {sender === null
            ? 'Nessuno: le email aspettano in coda, e chi non ha le notifiche attive non viene avvisato.'
            : `Chi riceve vede: ${sender}`}
        </p>
      </div>
      {isOverridden ? (
        <Notice variant="warn" title="Vale l’impostazione SMTP_URL del server">
          <p>
            Le email partono con quella, e anche la prova la usa. Ciò che salvi qui vale solo quando SMTP_URL
            non è più impostata.
          </p>
        </Notice>
      ) : null}
      {saved && !saved.isPasswordReadable ? (
        <Notice variant="danger" title="La password salvata non si legge più">
          <p>Il segreto dell’applicazione è cambiato: scrivi di nuovo la password e salva.</p>
        </Notice>
      ) : null}
      <SettingsForm
        saved={saved}
        needsAccount={!isOverridden}
        isTesting={mailTest.isPending}
        onTest={() => mailTest.mutate(undefined)}
      />
      <MailTestResult result={mailTest.data} error={mailTest.error} onRead={mailTest.reset} />
    </Card>
  );
}

/** How long a success is shown in its form, in milliseconds (specification, section 9). */
const successTime = 3000;

interface MailTestResultProps {
  result: MailTest | undefined;
  error: Error | null;
  onRead: () => void;
}

function MailTestResult({ result, error, onRead }: MailTestResultProps) {
  const isDone = result?.success === true;
  const forget = useEffectEvent(onRead);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => forget(), successTime);
    return () => clearTimeout(timer);
  }, [isDone]);
  if (error) {
    return (
      <Notice variant="danger" title={mailTestTexts.unreachable}>
        <p>{textOf(error, mailTestTexts.refusedMail)}</p>
      </Notice>
    );
  }
  if (!result) return null;
  if (result.success) return <Notice variant="success" title={result.message} />;
  return (
    <Notice variant="danger" title={result.message}>
      {result.reason === null ? null : <FailureReason reason={result.reason} />}
    </Notice>
  );
}
