import type { ComponentType } from 'react';
import type { Day } from '../../../domain/calendar/day.ts';
import type { ShiftOwner } from '../../../domain/shifts/rules.ts';
import type { Shift } from '../../../domain/shifts/schema.ts';

/** The entry whose dialog is open, for every step of that dialog. */
export interface OpenEntry {
  shift: Shift;
  owner: ShiftOwner;
  today: Day;
  onClose: () => void;
  /** The form that offers the entry, passed in because it belongs to exchanges. */
  SwapForm: ComponentType<{ shift: Shift; onClose: () => void; onDone: () => void }>;
  /** The entry was changed or removed; `day` is where it stands now, or stood. */
  onChanged: (day: Day) => void;
}
