import type { EmailConfig } from '../../domain/mail/schema.ts';
import { Card } from '../ui/Card.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useMailTest } from './api.ts';
import { MailTestResult } from './MailTestResult.tsx';
import { SettingsForm } from './SettingsForm.tsx';

type Settings = NonNullable<EmailConfig['settings']>;

/** The account that mails are sent from, with the test of it. */
export function SenderPanel({ settings }: { settings: Settings }) {
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
      <MailTestResult result={mailTest.data} error={mailTest.error} />
    </Card>
  );
}
