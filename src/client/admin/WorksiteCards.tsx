import { useQuery } from '@tanstack/react-query';
import type { AdminWorksite } from '../../domain/admin/schema.ts';
import { roleNames, roles } from '../../domain/users/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { Section } from '../ui/PageHeader.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { worksiteCardsQuery } from './api.ts';
import { countOf, formatCount } from './counts.ts';

export function WorksiteCards() {
  const list = useQuery(worksiteCardsQuery);
  return (
    <Section title="Cantieri">
      <QueryStatus query={list} failed="Non riesco a caricare i cantieri.">
        <SkeletonList className="h-40" label="Carico i cantieri…" />
      </QueryStatus>
      <ul className="grid gap-3 md:grid-cols-2">
        {list.data?.map((worksite) => (
          <WorksiteCard key={worksite.id} worksite={worksite} />
        ))}
      </ul>
    </Section>
  );
}

function WorksiteCard({ worksite }: { worksite: AdminWorksite }) {
  const { users, shifts } = worksite;
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-lead font-semibold">{worksite.name}</h3>
        {worksite.variant === 'taxi' ? <Badge variant="accent">Taxi</Badge> : null}
        {worksite.isActive ? null : <Badge variant="warn">Disattivato</Badge>}
      </div>
      <Numbers
        title={`${countOf(users.total, 'persona', 'persone')}, ${countOf(users.active, 'attiva', 'attive')}`}
        numbers={roles.map((role) => [
          role === 'admin' ? 'Amministratori' : roleNames[role],
          worksite.roles[role],
        ])}
      />
      <Numbers
        title={`${countOf(shifts.total, 'turno', 'turni')}, ${formatCount(shifts.future)} da oggi in poi`}
        numbers={[
          ['In sede', shifts.sede],
          ['Smart working', shifts.smartWorking],
          ['Riposi e assenze', shifts.away],
        ]}
      />
    </Card>
  );
}

function Numbers({ title, numbers }: { title: string; numbers: [name: string, count: number][] }) {
  const some = numbers.filter(([, count]) => count > 0);
  return (
    <div>
      <p className="tabular font-medium">{title}</p>
      {some.length > 0 ? (
        <dl className="tabular grid grid-cols-[1fr_auto] text-soft">
          {some.map(([name, count]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="text-right">{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
