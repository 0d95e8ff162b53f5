import { messageOf } from '../../../domain/errors/messages.it.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { type DutyTimes, isWorking } from '../../../domain/shifts/duty.ts';
import type { ShiftForm } from './shiftForm.ts';

/** Errors of a shift form by field. */
export interface FieldErrors extends Partial<Record<Exclude<keyof DutyTimes, 'isSplitShift'>, string>> {
  date?: string;
  workLocation?: string;
  /** Of start and end together. */
  times?: string;
}

const startRequired = 'Orario inizio richiesto';
const endRequired = 'Orario fine richiesto';

/** What is still missing from a form, field by field, in the specification's words (section 5). */
export function missingFields(form: ShiftForm, use: 'add' | 'edit'): FieldErrors {
  if (form.workLocation === null) return { workLocation: 'Scegli il tipo di giornata' };
  if (!isWorking({ workLocation: form.workLocation })) return {};
  const isSplit = form.isSplitShift;
  return {
    ...missingTimes(form, use),
    ...(isSplit && form.secondStartTime === '' ? { secondStartTime: startRequired } : {}),
    ...(isSplit && form.secondEndTime === '' ? { secondEndTime: endRequired } : {}),
  };
}

function missingTimes({ startTime, endTime }: ShiftForm, use: 'add' | 'edit'): FieldErrors {
  if (startTime !== '' && endTime !== '') return {};
  if (use === 'add') return { times: messageOf(refuse('shift_times_required')) };
  if (startTime === endTime) return { times: 'Orari richiesti per Smart Working e Sede' };
  return startTime === '' ? { startTime: startRequired } : { endTime: endRequired };
}

export const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;
