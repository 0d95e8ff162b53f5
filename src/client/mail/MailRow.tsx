import { RotateCw } from 'lucide-react';
import type { OutboxMail } from '../../domain/mail/schema.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { useRetryMail } from './api.ts';
import { explainFailure, formatDateTimeWithoutYear, formatTries, kindName } from './mailTexts.ts';

interface MailRowProps {
  mail: OutboxMail;
  onRetryUnsure: () => void;
}

export function MailRow({ mail, onRetryUnsure }: MailRowProps) {
  const { recipient, subject, kind, createdAt, lastError, status } = mail;
  return (
    <li className="flex flex-col gap-x-4 gap-y-2 py-3 md:flex-row md:items-start md:justify-between">
      <div className="min-w-0">
        <p className="font-medium">{recipient}</p>
        <p className="wrap-break-word">{subject}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-soft">
          <Badge>{kindName(kind)}</Badge>
          <span>
            In coda dal <time dateTime={createdAt}>{formatDateTimeWithoutYear(createdAt)}</time>
          </span>
          <Progress mail={mail} />
        </p>
        {lastError === null || status === 'sent' ? null : (
          <div className="mt-1">
            <FailureReason reason={lastError} />
          </div>
        )}
      </div>
      {kind !== 'password_reset' && (status === 'failed' || status === 'unsure') ? (
        <RetryButton mail={mail} onRetryUnsure={onRetryUnsure} />
      ) : null}
    </li>
  );
}

function Progress({ mail: { status, attempts, sentAt, nextAttemptAt } }: { mail: OutboxMail }) {
  if (sentAt !== null) {
    return (
      <span>
        inviata il <time dateTime={sentAt}>{formatDateTimeWithoutYear(sentAt)}</time>
      </span>
    );
  }
  if (status === 'queued' && attempts > 0) {
    return (
      <span>
        {formatTries(attempts)}, il prossimo il{' '}
        <time dateTime={nextAttemptAt}>{formatDateTimeWithoutYear(nextAttemptAt)}</time>
      </span>
    );
  }
  return attempts > 0 ? <span>{formatTries(attempts)}</span> : null;
}

function RetryButton({ mail, onRetryUnsure }: MailRowProps) {
  const { mutate, isPending } = useRetryMail();
  const press = (): void => {
    if (mail.status === 'unsure') onRetryUnsure();
    else mutate({ id: mail.id, mayArriveTwice: false });
  };
  return (
    <Button
      variant="quiet"
      size="small"
      isPending={isPending}
      onClick={press}
      icon={RotateCw}
      className="self-start"
    >
      Rispedisci
      <span className="sr-only"> a {mail.recipient}</span>
    </Button>
  );
}

export function FailureReason({ reason }: { reason: string }) {
  const explanation = explainFailure(reason);
  return (
    <>
      {explanation === null ? null : <p>{explanation}</p>}
      <p className="text-caption text-soft">Risposta della posta: {reason}</p>
    </>
  );
}
