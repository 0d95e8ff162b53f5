import { Notice } from '../ui/Notice.tsx';
import { countDays, daysByReason, listDays } from './dayLists.ts';
import type { CreationState } from './useShiftCreation.ts';

/** The days on which an entry was added, for the account of an attempt of which not all worked. */
export function CreatedDays({ created }: Pick<CreationState, 'created'>) {
  if (created.length === 0) return null;
  return (
    <p className="tabular">
      <span className="font-medium">{created.length === 1 ? 'Aggiunto' : 'Aggiunti'}</span>:{' '}
      {listDays(created)}
    </p>
  );
}

/** What of the last attempt worked and what did not, day by day, until the next one. */
export function CreationAccount({ creation }: { creation: CreationState }) {
  const { state, created, failed } = creation;
  return (
    // there from the start, so that it is read out when it fills
    <div aria-live="polite">
      {state === 'done' && failed.length > 0 && (
        <Notice variant="warn" title={summaryOf(creation)}>
          <CreatedDays created={created} />
          <ul className="mt-1 flex flex-col gap-1">
            {daysByReason(failed).map(({ reason, days }) => (
              <li key={reason} className="tabular">
                <span className="font-medium">{listDays(days)}</span>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function summaryOf({ total, created, failed }: CreationState): string {
  const open = `${countDays(failed.length)} da sistemare`;
  if (created.length === 0) return `Nessun turno aggiunto: ${open}`;
  const added = created.length === 1 ? 'Aggiunto un turno' : `Aggiunti ${created.length} turni`;
  return `${added} su ${total}: ${open}`;
}
