import type { ReactNode } from 'react';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import { roleNames } from '../../domain/users/schema.ts';
import { LogoutButton } from '../auth/LogoutButton.tsx';
import { useSignedIn } from '../auth/session.ts';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ThemeChoice } from '../ui/ThemeChoice.tsx';
import { CalendarFeedSection } from './CalendarFeedSection.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { PushSection } from './PushSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TaxiSection } from './TaxiSection.tsx';

export default function ProfilePage() {
  const { user, worksite, isImpersonating } = useSignedIn();
  return (
    <>
      <PageHeader title="Il Mio Profilo" back={{ to: '/', label: 'Home' }} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <AccountSection />
          {worksite.variant === 'taxi' ? <TaxiSection /> : null}
          <ProfileForm />
        </div>
        <div className="flex flex-col gap-5">
          {isImpersonating ? (
            <Notice title="Modalità CEO">
              Password, notifiche, dispositivi, link del calendario e copia dei dati restano alla persona: da
              qui non si toccano.
            </Notice>
          ) : (
            <>
              <PushSection />
              <PasswordSection />
              <SessionsSection />
              {user.role === 'admin' ? null : <CalendarFeedSection />}
            </>
          )}
          <ProfileSection title="Aspetto" lead="Chiaro, scuro o come il dispositivo.">
            <div>
              <ThemeChoice />
            </div>
          </ProfileSection>
          {isImpersonating ? null : <OwnDataSection />}
        </div>
      </div>
      {/* at a desk it stands above every page */}
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
    <div className="grid gap-x-4 border-b border-line pb-3 last:border-0 last:pb-0 md:grid-cols-[8rem_1fr]">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  );
}
