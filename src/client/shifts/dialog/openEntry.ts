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
  /** The form in which a driver offers a week of holidays; it comes from outside, where it belongs. */
  HolidaySwap: ComponentType<{ day: Day | null; onClose: () => void }>;
  /** The entry was changed or removed; `day` is where it stands now, or stood. */
  onChanged: (day: Day) => void;
}
