import type { Day } from '../../../domain/calendar/day.ts';
import { type Duty, dutyAlone, namedTypeOf } from '../../../domain/shifts/duty.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { summarizeDays } from '../dayLists.ts';
import { describeDuty } from '../marks.ts';
import { draftOf, type ShiftForm } from './shiftForm.ts';
import type { CreationState } from './useShiftCreation.ts';

interface SubmitBarProps {
  form: ShiftForm;
  variant: WorksiteVariant;
  days: readonly Day[];
  creation: CreationState;
}

/** The submit button, always in reach, beside a summary of what it adds, or its progress. */
export function SubmitBar({ form, variant, days, creation }: SubmitBarProps) {
  const isSending = creation.state === 'sending';
  const sent = creation.created.length + creation.failed.length;
  const progress = `Salvo ${Math.min(sent + 1, creation.total)} di ${creation.total}…`;
  return (
    <div
      data-bottom-bar=""
      className="sticky low:static bottom-[calc(var(--bar-height)+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3 md:bottom-0 md:col-span-2 md:mx-0 md:flex-row-reverse md:justify-end md:bg-ground md:px-0"
    >
      {isSending && (
        <div className="w-full">
          <ProgressBar
            label="Salvataggio delle giornate"
            value={sent}
            max={creation.total}
            valueText={progress}
          />
        </div>
      )}
      <p
        aria-live="polite"
        className="tabular min-w-0 flex-1 text-caption text-soft first-letter:uppercase md:flex-none md:text-body"
      >
        {isSending ? progress : summaryOf(form, variant, days)}
      </p>
      <Button type="submit" isPending={isSending}>
        {days.length > 1 ? `Aggiungi ${days.length} giornate` : 'Aggiungi giornata'}
      </Button>
    </div>
  );
}

function summaryOf(form: ShiftForm, variant: WorksiteVariant, days: readonly Day[]): string {
  const duty = dutySoFar(form);
  return [duty && describeDuty(duty, variant), summarizeDays(days)].filter(Boolean).join(' · ');
}

/** The duty as far as the form is filled in; null while the kind of day is not chosen. */
function dutySoFar(form: ShiftForm): Duty | null {
  const draft = draftOf(form, '');
  return draft && dutyAlone({ ...draft, shiftType: namedTypeOf(draft) });
}
