import { dutyParts, type DutyTimes } from '../../../domain/shifts/duty.ts';

const percent = (minutes: number): string => `${(minutes / (24 * 60)) * 100}%`;

/** A decorative line from midnight to midnight with the parts of a duty. */
export function DayTrack({ duty, className = 'h-1' }: { duty: DutyTimes; className?: string }) {
  return (
    <span aria-hidden className={`relative block w-full rounded-full bg-current/20 ${className}`}>
      {dutyParts(duty).map(({ from, to }) => (
        <span
          key={from}
          className="absolute inset-y-0 rounded-full bg-current"
          style={{ left: percent(from), width: percent(to - from) }}
        />
      ))}
    </span>
  );
}
