import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { RestAnswer } from '../../../domain/rest/breaches.ts';
import { Notice } from '../../ui/Notice.tsx';
import { capitalised } from '../kindTexts.ts';

/** What a swap would do to rest, before it is agreed to. */
export function RestNotice({ rest }: { rest: RestAnswer | undefined }) {
  if (!rest) return null;
  const sentences = [...rest.own, ...rest.other];
  return (
    <>
      {sentences.length > 0 ? (
        <Notice
          variant={rest.isBlocked ? 'danger' : 'warn'}
          title={rest.isBlocked ? 'Nel tuo cantiere uno scambio così non si può fare' : 'Poco riposo'}
        >
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {rest.isBlocked ? null : (
            <p className="mt-1 text-caption text-soft">È un aiuto, non un parere legale.</p>
          )}
        </Notice>
      ) : null}
      {rest.emptyDays.length > 0 ? <p className="text-soft">{emptyText(rest.emptyDays)}</p> : null}
    </>
  );
}

/** 'Ven 27 nov è vuoto nel tuo calendario: per il riposo conta come giorno senza turni.' */
function emptyText(days: readonly string[]): string {
  const named = capitalised(days.map(formatMediumDay).join(' e '));
  return days.length === 1
    ? `${named} è vuoto nel tuo calendario: per il riposo conta come giorno senza turni.`
    : `${named} sono vuoti nel tuo calendario: per il riposo contano come giorni senza turni.`;
}
