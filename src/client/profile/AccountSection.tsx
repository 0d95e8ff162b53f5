import type { ReactNode } from 'react';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { ProfileSection } from './ProfileSection.tsx';

/** Who one is here, as it stands. */
export function AccountSection() {
  const { user, worksite } = useSignedIn();
  const since = dayInRome(user.createdAt);
  return (
    <ProfileSection title="Il tuo account">
      <dl className="flex flex-col gap-3">
        <Fact name="Nome">
          {user.firstName} {user.lastName}
        </Fact>
        <Fact name="Email">{user.email}</Fact>
        <Fact name="Ruolo">{roleNames[user.role]}</Fact>
        <Fact name="Cantiere">{worksite.name}</Fact>
        <Fact name="Iscritto dal">
          <time dateTime={since}>{formatLongDay(since)}</time>
        </Fact>
      </dl>
    </ProfileSection>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-b border-line pb-3 last:border-0 last:pb-0 md:grid-cols-[8rem_1fr]">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
