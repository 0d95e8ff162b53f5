import { Suspense, useState } from 'react';
import { DeleteShift } from './DeleteShift.tsx';
import { DuplicateShift } from './DuplicateShift.tsx';
import { EditShift } from './EditShift.tsx';
import type { OpenEntry } from './openEntry.ts';
import { ShiftDetails } from './ShiftDetails.tsx';

/** One entry, and over it the dialogs that swap, edit, copy or delete it. */
export default function ShiftDialog(props: OpenEntry) {
  const { shift, SwapForm } = props;
  const [step, setStep] = useState<'edit' | 'duplicate' | 'delete' | 'swap' | null>(null);
  const backToDetails = (): void => setStep(null);
  return (
    <>
      <ShiftDetails
        {...props}
        onEdit={() => setStep('edit')}
        onDuplicate={() => setStep('duplicate')}
        onDelete={() => setStep('delete')}
        onSwap={() => setStep('swap')}
      />
      {step === 'edit' ? <EditShift {...props} onCancel={backToDetails} /> : null}
      {step === 'delete' ? <DeleteShift {...props} onCancel={backToDetails} /> : null}
      {step === 'duplicate' ? <DuplicateShift {...props} onCancel={backToDetails} /> : null}
      <Suspense>
        {step === 'swap' ? <SwapForm shift={shift} onClose={backToDetails} onDone={props.onClose} /> : null}
      </Suspense>
    </>
  );
}
