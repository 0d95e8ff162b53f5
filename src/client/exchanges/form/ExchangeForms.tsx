import type { RefObject } from 'react';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import type { useExchangeAddress } from '../page/useExchangeAddress.ts';
import { emptyStart, type ExchangeDraft, type HolidayStart } from './draft.ts';
import { EditExchangeDialog } from './EditExchangeDialog.tsx';
import HolidaySwapDialog from './HolidaySwapDialog.tsx';
import { CreateExchangeDialog } from './SwapDialog.tsx';

interface ExchangeFormsProps {
  address: ReturnType<typeof useExchangeAddress>;
  /** What was typed and not sent, or is to be published again. */
  draftRef: RefObject<ExchangeDraft | null>;
  /** What 'Scambia Ferie' starts with. */
  holidays: HolidayStart;
  onHolidays: (start: HolidayStart) => void;
}

/** The forms of the exchange screen: whichever the address opens. */
export default function ExchangeForms({ address, draftRef, holidays, onHolidays }: ExchangeFormsProps) {
  const { formFor, editedId, holidayFor, closeForm } = address;
  const isTaxi = useSignedIn().worksite.variant === 'taxi';
  const onDone = (request: ExchangeRequest) => {
    onHolidays(emptyStart);
    address.show(request.tab ?? 'mie', request.id);
  };
  return (
    <>
      {formFor === null ? null : (
        <CreateExchangeDialog
          shiftId={formFor}
          draftRef={draftRef}
          onClose={closeForm}
          onHolidays={() => {
            onHolidays(emptyStart);
            address.openHolidays('');
          }}
          onDone={onDone}
        />
      )}
      {editedId === null ? null : (
        <EditExchangeDialog requestId={editedId} onClose={closeForm} onDone={onDone} />
      )}
      {holidayFor !== null && isTaxi ? (
        <HolidaySwapDialog
          day={holidayFor === '' ? null : holidayFor}
          start={holidays}
          onClose={closeForm}
          onDone={onDone}
        />
      ) : null}
    </>
  );
}
