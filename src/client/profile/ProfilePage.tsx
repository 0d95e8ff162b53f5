import { useSignedIn } from '../auth/session.ts';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ThemeChoice } from '../ui/ThemeChoice.tsx';
import { AccountSection } from './AccountSection.tsx';
import { OwnDataSection } from './OwnDataSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { TaxiSection } from './TaxiSection.tsx';

/** `/profile`: one's own account. */
export default function ProfilePage() {
  const { worksite, isImpersonating } = useSignedIn();
  return (
    <>
      <PageHeader title="Il Mio Profilo" back={{ to: '/', label: 'Home' }} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <AccountSection />
          {worksite.variant === 'taxi' ? <TaxiSection /> : null}
          <ProfileForm />
        </div>
        <div className="flex flex-col gap-5">
          {isImpersonating ? (
            <Notice title="Modalità CEO">
              Password, dispositivi e copia dei dati restano alla persona: da qui non si toccano.
            </Notice>
          ) : (
            <>
              <PasswordSection />
              <SessionsSection />
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
    </>
  );
}
