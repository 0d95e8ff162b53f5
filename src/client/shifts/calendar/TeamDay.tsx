import { Users } from 'lucide-react';
import { Suspense } from 'react';
import { type Day, isDay } from '../../../domain/calendar/day.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { useAddress } from '../../ui/useAddress.ts';

const TeamDayDialog = lazyWithPreload(() => import('./TeamDayDialog.tsx'));

/** The parameter that opens the team's day over a calendar: `?squadra=YYYY-MM-DD`. */
export const teamDayParameter = 'squadra';

/** Opens who works today or later. */
export function TeamDay({ today }: { today: Day }) {
  const { parameters, change } = useAddress();
  const asked = parameters.get(teamDayParameter);
  const day = asked !== null && isDay(asked) && asked > today ? asked : today;
  return (
    <>
      <Button
        variant="plain"
        size="small"
        icon={Users}
        className="self-start"
        onPointerDown={TeamDayDialog.preload}
        onClick={() => change({ [teamDayParameter]: today })}
      >
        Chi lavora
      </Button>
      {asked === null ? null : (
        <Suspense>
          <TeamDayDialog
            day={day}
            today={today}
            onShow={(shown) => change({ [teamDayParameter]: shown })}
            onClose={() => change({ [teamDayParameter]: null })}
          />
        </Suspense>
      )}
    </>
  );
}
