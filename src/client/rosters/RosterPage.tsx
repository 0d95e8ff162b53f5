import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, FileUp, Printer, Users } from 'lucide-react';
import { addDays, type Day, isDay, mondayWeekOf, type Week } from '../../domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf, monthPattern } from '../../domain/calendar/month.ts';
import { formatWeek } from '../../domain/calendar/weekNames.ts';
import { addressOf } from '../../domain/call.ts';
import { type Role, roleNames } from '../../domain/users/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { freshQuery } from '../data/callQuery.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { useToday } from '../shifts/clock.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { DownloadLink, LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Select } from '../ui/Select.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { useChosenWorksite } from './chosenWorksite.ts';
import { RosterGrid } from './RosterGrid.tsx';

/** `/rosters`: who works when at a worksite, people by days. */
export default function RosterPage() {
  const { query, worksites, shown, worksiteId, choose } = useChosenWorksite();
  return (
    <div data-wide>
      <PageHeader
        action={
          <LinkButton to="/rosters/load" icon={FileUp} size="small">
            Carica i turni
          </LinkButton>
        }
      />
      {shown ? (
        <Roster key={shown.id} worksite={shown} worksiteId={worksiteId}>
          {worksites.length > 1 ? (
            <Select
              label="Cantiere"
              options={worksites.map(({ id, name }) => ({ id, label: name }))}
              value={shown.id}
              onChange={choose}
            />
          ) : null}
        </Roster>
      ) : (
        <QueryStatus query={query} failed="Non riesco a leggere i cantieri.">
          <Skeleton className="h-96" />
        </QueryStatus>
      )}
    </div>
  );
}

interface RosterProps {
  worksite: { name: string; variant: WorksiteVariant };
  worksiteId: string | undefined;
  /** The choice of another worksite. */
  children: React.ReactNode;
}

const everybody = 'tutti';

function Roster({ worksite, worksiteId, children }: RosterProps) {
  const today = useToday();
  const { parameters, change } = useAddress();
  const period = usePeriod(today);
  const { days } = period;
  const grid = useQuery(
    freshQuery(['roster-grid', worksiteId, days], 'GET /api/rosters/grid', {
      query: { worksiteId, ...days },
    }),
  );
  const roles = [...new Set(grid.data?.map(({ role }) => role))];
  const role = roles.find((one) => one === parameters.get('ruolo')) ?? everybody;
  const people = grid.data?.filter((person) => role === everybody || person.role === role) ?? [];
  return (
    <>
      <div className="mb-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] items-end gap-x-3 gap-y-2 md:flex md:flex-wrap md:*:min-w-44">
        {children}
        {roles.length > 1 ? (
          <Select<Role | typeof everybody>
            label="Ruolo"
            options={[
              { id: everybody, label: 'Tutti' },
              ...roles.map((id) => ({ id, label: roleNames[id] })),
            ]}
            value={role}
            onChange={(id) => change({ ruolo: id === everybody ? null : id })}
          />
        ) : null}
        <PeriodHead period={period}>
          <DownloadLink
            size="small"
            href={addressOf('GET /api/rosters/export', { query: { format: 'xlsx', ...days, worksiteId } })}
          >
            Excel
          </DownloadLink>
          <IconButton label="Stampa il tabellone" icon={Printer} onClick={() => window.print()} />
        </PeriodHead>
      </div>
      <QueryStatus query={grid} failed="Non riesco a leggere i turni del cantiere.">
        <Skeleton className="h-96" />
      </QueryStatus>
      {grid.data?.length === 0 ? (
        <EmptyState icon={Users}>In questo cantiere non c’è ancora nessuno.</EmptyState>
      ) : null}
      {people.length > 0 ? (
        <RosterGrid
          people={people}
          days={days}
          today={today}
          variant={worksite.variant}
          title={`${worksite.name}, ${period.title}`}
        />
      ) : null}
    </>
  );
}

type Period = ReturnType<typeof usePeriod>;

/** The days that are shown, by the address: `?month=YYYY-MM`, or `?settimana=` with a day of the week. */
function usePeriod(today: Day) {
  const { parameters, change } = useAddress();
  const askedWeek = parameters.get('settimana');
  const askedMonth = parameters.get('month') ?? '';
  const isWeek = askedWeek !== null;
  const month = monthPattern.test(askedMonth) ? askedMonth : monthOf(today);
  const days: Week = isWeek
    ? mondayWeekOf(isDay(askedWeek) ? askedWeek : today)
    : { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) };
  const show = (day: Day): void => change(isWeek ? { settimana: day } : { month: monthOf(day) });
  return {
    days,
    isWeek,
    title: isWeek ? formatWeek(days) : formatMonth(month),
    turn: (steps: 1 | -1) => show(isWeek ? addDays(days.from, 7 * steps) : `${addMonths(month, steps)}-01`),
    showToday: () => show(today),
    switchLength: () =>
      change({
        settimana: isWeek ? null : month === monthOf(today) ? today : days.from,
        month: monthOf(days.from),
      }),
  };
}

function PeriodHead({ period, children }: { period: Period; children: React.ReactNode }) {
  const { title, isWeek, turn, showToday, switchLength } = period;
  return (
    <div className="col-span-full ml-auto flex flex-wrap items-center justify-end gap-1">
      <h2 aria-live="polite" className="mr-auto px-2 text-lead font-semibold first-letter:uppercase">
        {title}
      </h2>
      <IconButton
        label={isWeek ? 'Settimana precedente' : 'Mese precedente'}
        icon={ChevronLeft}
        onClick={() => turn(-1)}
      />
      <IconButton
        label={isWeek ? 'Settimana successiva' : 'Mese successivo'}
        icon={ChevronRight}
        onClick={() => turn(1)}
      />
      <Button variant="quiet" size="small" onClick={showToday}>
        Oggi
      </Button>
      <Button variant="quiet" size="small" onClick={switchLength}>
        {isWeek ? 'Mese' : 'Settimana'}
      </Button>
      {children}
    </div>
  );
}
