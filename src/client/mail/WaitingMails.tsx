import type { EmailConfig } from '../../domain/mail/schema.ts';
import { Badge } from '../ui/Badge.tsx';
import { formatMoment } from './mailTexts.ts';
import { waitingLooks } from './statusLooks.ts';

/** The mails that have not reached the signed-in person yet. */
export function WaitingMails({ mails }: { mails: EmailConfig['waiting'] }) {
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
                  {formatMoment(createdAt)}
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
