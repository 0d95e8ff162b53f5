import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { type AdminShift, newUserDays } from '../../domain/admin/schema.ts';
import { formatDateTime, formatMediumDay } from '../../domain/calendar/day.ts';
import { addressOf } from '../../domain/call.ts';
import { formatDutyTimes, workLocationNames } from '../../domain/shifts/duty.ts';
import { useSignedIn } from '../auth/session.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { deferredRowRendering } from '../ui/deferredRowRendering.ts';
import { DownloadLink } from '../ui/LinkButton.tsx';
import { MoreButton } from '../ui/MoreButton.tsx';
import { PageHeader, Section } from '../ui/PageHeader.tsx';
import { Skeleton, SkeletonList } from '../ui/Skeleton.tsx';
import { adminPeopleQuery, recentShiftsQuery, summaryQuery } from './api.ts';
import { countOf, formatCount } from './counts.ts';
import { Figure } from './Figure.tsx';
import { PersonText } from './PersonText.tsx';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './useSearch.ts';
import { WorksiteCards } from './WorksiteCards.tsx';

/** Milliseconds until others are redirected to Home (specification, section 9). */
const redirectAfter = 1000;

/** `/admin`: the numbers of all worksites, for role admin. */
export default function AdminPage() {
  const { user } = useSignedIn();
  return user.role === 'admin' ? <Panel /> : <Refused />;
}

function Refused() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate('/', { replace: true }), redirectAfter);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <PageHeader title="Accesso negato">Ti riporto alla home.</PageHeader>;
}

function Panel() {
  return (
    <>
      <PageHeader title="Pannello Amministrativo" back={{ to: '/', label: 'Home' }} />
      <div className="flex flex-col gap-8">
        <Summary />
        <Section title="File per Excel">
          <div className="flex flex-wrap gap-2">
            <DownloadLink size="small" href={fileOf('users')}>
              Persone (CSV)
            </DownloadLink>
            <DownloadLink size="small" href={fileOf('shifts')}>
              Turni (CSV)
            </DownloadLink>
          </div>
        </Section>
        <WorksiteCards />
        <RecentShifts />
        <AdminPeople />
      </div>
    </>
  );
}

const fileOf = (kind: 'users' | 'shifts'): string =>
  addressOf('GET /api/admin/export/:kind', { params: { kind } });

function Summary() {
  const summary = useQuery(summaryQuery);
  if (summary.isError && !summary.data)
    return <QueryStatus query={summary} failed="Non riesco a caricare i numeri." />;
  const { users, worksites, shifts } = summary.data ?? {};
  return (
    <section aria-label="In breve" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {users && worksites && shifts ? (
        <>
          <Figure
            title="Persone"
            value={formatCount(users.total)}
            note={countOf(users.active, 'attiva', 'attive')}
          />
          <Figure
            title="Cantieri"
            value={formatCount(worksites.total)}
            note={countOf(worksites.active, 'attivo', 'attivi')}
          />
          <Figure
            title="Turni"
            value={formatCount(shifts.total)}
            note={`${formatCount(shifts.future)} da oggi in poi`}
          />
          <Figure
            title="Nuove persone"
            value={formatCount(users.new)}
            note={`negli ultimi ${newUserDays} giorni`}
          />
        </>
      ) : (
        ['a', 'b', 'c', 'd'].map((key) => <Skeleton key={key} className="h-32 rounded-lg" />)
      )}
    </section>
  );
}

function RecentShifts() {
  const list = useQuery(recentShiftsQuery);
  const { data: shifts = [] } = list;
  return (
    <Section title="Ultimi turni inseriti">
      <QueryStatus query={list} failed="Non riesco a caricare gli ultimi turni.">
        <SkeletonList className="h-14" count={5} label="Carico i turni…" />
      </QueryStatus>
      {list.data && shifts.length === 0 && <p className="text-soft">Nessuno ha ancora inserito un turno.</p>}
      {shifts.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shifts.map((shift) => (
            <ShiftLine key={shift.id} shift={shift} />
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function ShiftLine({ shift }: { shift: AdminShift }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 px-4 py-2.5">
      <p className="min-w-0 flex-1 basis-56 font-medium">
        {shift.userFirstName} {shift.userLastName}
        <span className="block text-caption font-normal text-soft">
          {shift.worksiteName} · inserito il {formatDateTime(shift.createdAt)}
        </span>
      </p>
      <p className="tabular">
        {formatMediumDay(shift.date)}, {workLocationNames[shift.workLocation]}
        {shift.startTime ? ` ${formatDutyTimes(shift)}` : ''}
      </p>
    </li>
  );
}

function AdminPeople() {
  const { typed, search, setTyped } = useSearch();
  const list = useInfiniteQuery({ ...adminPeopleQuery(search), placeholderData: keepPreviousData });
  const people = list.data?.pages.flatMap(({ users }) => users) ?? [];
  return (
    <Section title="Persone">
      <SearchField typed={typed} onType={setTyped} />
      <QueryStatus query={list} failed="Non riesco a caricare le persone.">
        <SkeletonList className="h-14" count={5} label="Carico le persone…" />
      </QueryStatus>
      <p role="status" className="text-soft empty:hidden">
        {list.data && people.length === 0 ? 'Nessun risultato.' : ''}
      </p>
      {people.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {people.map((person) => (
            <li key={person.id} className={`px-4 py-2.5 ${deferredRowRendering}`}>
              <PersonText person={person} place={person.worksite.name} />
            </li>
          ))}
        </ul>
      ) : null}
      {list.data ? <MoreButton list={list} entryHeight="h-14" /> : null}
    </Section>
  );
}
