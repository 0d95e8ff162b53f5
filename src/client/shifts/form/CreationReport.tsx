import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { countDays, daysByReason, listDays } from '../dayLists.ts';
import { RefusedDayList } from './RefusedDayList.tsx';
import { creationFailureTitle, type CreationState } from './useShiftCreation.ts';

/** The days on which an entry was added, for the report of a partly failed attempt. */
function CreatedDays({ created }: Pick<CreationState, 'created'>) {
  if (created.length === 0) return null;
  return (
    <p className="tabular">
      <span className="font-medium">{created.length === 1 ? 'Aggiunta' : 'Aggiunte'}</span>:{' '}
      {listDays(created)}
    </p>
  );
}

/** The outcome of the last attempt by day, until the next one. */
export function CreationReport({ creation }: { creation: CreationState }) {
  const { state, created, failed } = creation;
  return (
    // always rendered, so that changes are announced
    <div aria-live="polite">
      {state === 'done' && failed.length > 0 && (
        <Notice variant="warn" title={summaryOf(creation)}>
          <CreatedDays created={created} />
          <RefusedDayList refused={failed} />
        </Notice>
      )}
    </div>
  );
}

function summaryOf({ total, created, failed }: CreationState): string {
  const open = `${countDays(failed.length)} da sistemare`;
  if (created.length === 0) return `Nessuna giornata aggiunta: ${open}`;
  const added = created.length === 1 ? 'Aggiunta una giornata' : `Aggiunte ${created.length} giornate`;
  return `${added} su ${total}: ${open}`;
}

/** The modal for a failed creation, shown once for each attempt. */
export function CreationFailure({ creation }: { creation: CreationState }) {
  const [read, setRead] = useState<CreationState | null>(null);
  const close = (): void => setRead(creation);
  const { failed } = creation;
  return (
    <Dialog
      role="alertdialog"
      isOpen={creation.state === 'done' && failed.length > 0 && read !== creation}
      onClose={close}
      title={creationFailureTitle}
      actions={<Button onClick={close}>Ho Capito</Button>}
    >
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-3">
          {daysByReason(failed).map(({ reason, days }) => (
            <li key={reason}>
              <p>{reason}</p>
              <p className="tabular text-caption text-soft">{listDays(days)}</p>
            </li>
          ))}
        </ul>
        <CreatedDays created={creation.created} />
      </div>
    </Dialog>
  );
}
