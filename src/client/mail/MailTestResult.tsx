import { type MailTest, mailTestTexts } from '../../domain/mail/schema.ts';
import { HttpError } from '../http/httpError.ts';
import { Notice } from '../ui/Notice.tsx';
import { explainFailure } from './mailTexts.ts';

/** How the last test went; nothing before the first. */
export function MailTestResult({ result, error }: { result: MailTest | undefined; error: Error | null }) {
  if (error) {
    return (
      <Notice variant="danger" title={mailTestTexts.unreachable}>
        <p>{error instanceof HttpError ? error.message : mailTestTexts.refusedMail}</p>
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

/** Why a mail did not get through: in plain words where they are known, and in the server's. */
export function FailureReason({ reason }: { reason: string }) {
  const explanation = explainFailure(reason);
  return (
    <>
      {explanation === null ? null : <p>{explanation}</p>}
      <p className="text-caption text-soft">Risposta della posta: {reason}</p>
    </>
  );
}
