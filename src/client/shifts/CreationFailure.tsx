import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { CreatedDays } from './CreationAccount.tsx';
import { daysByReason, listDays } from './dayLists.ts';
import { type CreationState, creationFailureTitle } from './useShiftCreation.ts';

/** The modal that tells of a failed creation, once for each attempt. */
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
