import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { newUserDays } from '../../domain/admin/schema.ts';
import { addressOf } from '../../domain/call.ts';
import { useSignedIn } from '../auth/session.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { DownloadLink } from '../ui/DownloadLink.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Section } from '../ui/Section.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AdminPeople } from './AdminPeople.tsx';
import { summaryQuery } from './api.ts';
import { countOf, formatCount } from './counts.ts';
import { Figure } from './Figure.tsx';
import { RecentShifts } from './RecentShifts.tsx';
import { WorksiteCards } from './WorksiteCards.tsx';

/** Milliseconds until others are taken home (specification, section 9). */
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
  if (summary.isError) return <QueryStatus query={summary} failed="Non riesco a caricare i numeri." />;
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
