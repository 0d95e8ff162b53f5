import { House, LockKeyhole } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useSignedIn } from '../auth/session.ts';
import { CodesPanel } from '../operations/CodesPanel.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { RedBanner } from '../ui/RedBanner.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AuditTab } from './AuditTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';
import { UpkeepNotice } from './UpkeepNotice.tsx';
import { WorksitesTab } from './WorksitesTab.tsx';

const tabs = [
  { id: 'worksites', label: 'Cantieri' },
  { id: 'users', label: 'Persone' },
  { id: 'operations', label: 'Codici' },
  { id: 'overview', label: 'Andamento' },
  { id: 'audit', label: 'Registro' },
] as const;

/** `/ceo-admin`: what only a CEO manages; the tab stands in the address. */
export default function CeoPage() {
  const { user, isImpersonating } = useSignedIn();
  return user.isCeo && !isImpersonating ? <CeoTabs /> : <NotForYou />;
}

function CeoTabs() {
  const [parameters, setParameters] = useSearchParams();
  const selected = tabs.find(({ id }) => id === parameters.get('tab')) ?? tabs[0];
  return (
    <>
      <PageHeader title="CEO Administration Panel" back={{ to: '/', label: 'Home' }}>
        Pannello della direzione
      </PageHeader>
      <div className="mb-6">
        <RedBanner>
          Area riservata al CEO: da qui gestisci tutti i cantieri, e quello che fai resta nel registro.
        </RedBanner>
      </div>
      <UpkeepNotice />
      <Tabs
        label="Gestione"
        tabs={tabs}
        selected={selected.id}
        // another tab has filters of its own
        onSelect={(tab) => setParameters({ tab }, { replace: true, preventScrollReset: true })}
      >
        <h2 className="sr-only">{selected.label}</h2>
        {selected.id === 'worksites' ? <WorksitesTab /> : null}
        {selected.id === 'users' ? <PeopleTab /> : null}
        {selected.id === 'operations' ? <CodesPanel source="all" /> : null}
        {selected.id === 'overview' ? <OverviewTab /> : null}
        {selected.id === 'audit' ? <AuditTab /> : null}
      </Tabs>
    </>
  );
}

function NotForYou() {
  return (
    <>
      <PageHeader title="Accesso Riservato" />
      <div className="flex max-w-prose flex-col items-start gap-6">
        <p className="flex gap-3">
          <LockKeyhole aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-soft" />
          Questa pagina è solo per il CEO.
        </p>
        <LinkButton to="/" icon={House}>
          Torna alla home
        </LinkButton>
      </div>
    </>
  );
}
