import { Suspense } from 'react';
import { type Day, isDay } from '../../../domain/calendar/day.ts';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { useAddress } from '../../ui/useAddress.ts';

const TeamDayDialog = lazyWithPreload(() => import('./TeamDayDialog.tsx'));

/** The parameter that opens the team's day over a calendar: `?squadra=YYYY-MM-DD`. */
export const teamDayParameter = 'squadra';

/** Who works on the day in the URL, today or later. */
export function TeamDay({ today }: { today: Day }) {
  const { parameters, change } = useAddress();
  const asked = parameters.get(teamDayParameter);
  if (asked === null) return null;
  return (
    <Suspense>
      <TeamDayDialog
        day={isDay(asked) && asked > today ? asked : today}
        today={today}
        onShow={(shown) => change({ [teamDayParameter]: shown })}
        onClose={() => change({ [teamDayParameter]: null })}
      />
    </Suspense>
  );
}
