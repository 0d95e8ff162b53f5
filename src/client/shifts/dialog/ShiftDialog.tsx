import { startTransition, Suspense, useEffect, useState } from 'react';
import { coverPage } from '../../ui/coverHistory.ts';
import { DialogFrame } from '../../ui/Dialog.tsx';
import { useNextFrame } from '../../ui/useNextFrame.ts';
import { DeleteShift } from './DeleteShift.tsx';
import { DuplicateShift } from './DuplicateShift.tsx';
import { EditShift } from './EditShift.tsx';
import type { OpenEntry } from './openEntry.ts';
import { ShiftDetails } from './ShiftDetails.tsx';

/** What can be done with one entry: look at it, swap it, edit it, copy it to other days, delete it. */
export default function ShiftDialog(props: OpenEntry) {
  return (
    <DialogFrame>
      <Suspense>
        <ShiftStep {...props} />
      </Suspense>
    </DialogFrame>
  );
}

function ShiftStep(props: OpenEntry) {
  const { shift, SwapForm } = props;
  const [mode, setMode] = useState<'view' | 'edit' | 'duplicate' | 'delete' | 'swap'>('view');
  // the sheet answers the finger, what stands in it comes while it slides in
  const isFilled = useNextFrame();
  const backToView = (): void => setMode('view');
  // a step back from what stands in the place of the details
  useEffect(() => (mode === 'view' ? undefined : coverPage(() => setMode('view'))), [mode]);
  if (mode === 'edit') return <EditShift {...props} onCancel={backToView} />;
  if (mode === 'delete') return <DeleteShift {...props} onCancel={backToView} />;
  if (mode === 'duplicate') return <DuplicateShift {...props} onCancel={backToView} />;
  if (mode === 'swap') return <SwapForm shift={shift} onClose={backToView} />;
  return (
    <ShiftDetails
      {...props}
      isFilled={isFilled}
      onEdit={() => setMode('edit')}
      onDuplicate={() => setMode('duplicate')}
      onDelete={() => setMode('delete')}
      // the details stay until the other dialog is there
      onSwap={() => startTransition(() => setMode('swap'))}
    />
  );
}
