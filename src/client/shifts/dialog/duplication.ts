import { addDays, type Day, daysOf, mondayWeekOf } from '../../../domain/calendar/day.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';

/**
 * The days to which an entry can be copied: the other days of its Monday-Sunday week; in the taxi worksite the 15
 * days after it (specification, section 9). They may be filled.
 */
export function duplicationDays(day: Day, variant: WorksiteVariant): Day[] {
  if (variant === 'taxi') return daysOf({ from: addDays(day, 1), to: addDays(day, 15) });
  return daysOf(mondayWeekOf(day)).filter((other) => other !== day);
}
