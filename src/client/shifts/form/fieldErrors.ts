import { isWorking } from '../../../domain/shifts/duty.ts';
import type { ShiftForm } from './shiftForm.ts';

/** Texts that stand beside the fields of a shift form; a field that is right has none. */
export interface FieldErrors {
  date?: string;
  workLocation?: string;
  startTime?: string;
  endTime?: string;
  secondStartTime?: string;
  secondEndTime?: string;
}

const startRequired = 'Orario inizio richiesto';
const endRequired = 'Orario fine richiesto';

/** What is still missing from a form, field by field. */
export function missingFields(form: ShiftForm): FieldErrors {
  if (form.workLocation === null) return { workLocation: 'Scegli il tipo di giornata' };
  if (!isWorking({ workLocation: form.workLocation })) return {};
  const isSplit = form.isSplitShift;
  return {
    ...(form.startTime === '' ? { startTime: startRequired } : {}),
    ...(form.endTime === '' ? { endTime: endRequired } : {}),
    ...(isSplit && form.secondStartTime === '' ? { secondStartTime: startRequired } : {}),
    ...(isSplit && form.secondEndTime === '' ? { secondEndTime: endRequired } : {}),
  };
}

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;
