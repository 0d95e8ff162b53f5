import type { ReactNode } from 'react';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { LogoutButton } from '../auth/LogoutButton.tsx';
import { useSignedIn } from '../auth/session.ts';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { RowLink, rowLinks } from '../ui/RowLink.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { isSetBy, leftToThePerson, settings } from './settings.ts';
import { TaxiSection } from './TaxiSection.tsx';

export default function ProfilePage() {
  const session = useSignedIn();
  return (
    <>
      <PageHeader title="Il Mio Profilo" back={{ to: '/', label: 'Home' }} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <AccountSection />
          {session.worksite.variant === 'taxi' ? <TaxiSection /> : null}
        </div>
        <ProfileForm />
        <nav aria-label="Impostazioni" className="flex flex-col gap-3 lg:col-span-2">
          {session.isImpersonating ? <Notice title="Modalità CEO">{leftToThePerson}</Notice> : null}
          <ul className={rowLinks}>
            {settings
              .filter(({ path }) => isSetBy(session, path))
              .map(({ path, lead, ...setting }) => (
                <RowLink key={path} to={path} {...setting}>
                  {lead}
                </RowLink>
              ))}
          </ul>
        </nav>
      </div>
      {/* on a desktop it is in the header */}
      <LogoutButton variant="quiet" className="mt-5 w-full md:hidden" />
    </>
  );
}

function AccountSection() {
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
        <Fact name="Account creato il">
          <time dateTime={since}>{formatLongDay(since)}</time>
        </Fact>
      </dl>
    </ProfileSection>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-3 last:border-0 last:pb-0">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  );
}
