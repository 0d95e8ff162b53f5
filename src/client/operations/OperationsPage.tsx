import { Plus } from 'lucide-react';
import type { User } from '../../domain/users/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { RedBanner } from '../ui/RedBanner.tsx';
import type { CodeSource } from './api.ts';
import { CodesPanel } from './CodesPanel.tsx';
import { NewCodeDialog } from './NewCodeDialog.tsx';
import { StatisticsCard } from './StatisticsCard.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { useCodeAddress } from './useCodeAddress.ts';

/** `/operazioni`: operation codes entered, reviewed and counted. */
export default function OperationsPage() {
  const { user } = useSignedIn();
  const { type, formFor, openForm, closeForm, showNew } = useCodeAddress();
  return (
    <>
      <PageHeader
        back={{ to: '/', label: 'Home' }}
        action={
          <Button onClick={() => openForm('')} icon={Plus}>
            Nuovo Codice
          </Button>
        }
      />
      <div className="flex flex-col gap-6">
        {user.isCeo ? (
          <RedBanner>
            Sei il CEO: vedi i codici di tutti i cantieri e puoi riportarli in attesa o eliminarli anche dopo
            che sono stati esaminati.
          </RedBanner>
        ) : null}
        <StatisticsCard />
        <CodesPanel source={sourceFor(user)} hasOwn onNew={openForm}>
          <HowItWorks />
        </CodesPanel>
      </div>
      {formFor === null ? null : (
        <NewCodeDialog start={{ type, code: formFor }} onClose={closeForm} onDone={showNew} />
      )}
    </>
  );
}

/** Whose codes there are to see. */
function sourceFor({ isCeo, mayReviewCodes }: User): CodeSource {
  if (isCeo) return 'all';
  return mayReviewCodes ? 'worksite' : 'own';
}

/** What happens to a code, for those who enter one for the first time. */
function HowItWorks() {
  return (
    <section aria-labelledby="come-funziona" className="rounded-lg bg-sunken px-4 py-4 md:px-5">
      <h2 id="come-funziona" className="text-lead font-semibold">
        Come funziona
      </h2>
      <ol className="mt-2 flex max-w-prose list-decimal flex-col gap-2 pl-5">
        <li>
          Finita un’operazione, inserisci il suo codice: OPP se comincia per OP, Case se è fatto di sole
          cifre.
        </li>
        <li>
          Il codice resta <StatusBadge status="pending" /> finché chi approva i codici lo esamina. Nel
          frattempo puoi eliminarlo.
        </li>
        <li>
          <StatusBadge status="approved" /> vuol dire che sarà pagato, <StatusBadge status="rejected" /> che
          non lo sarà: leggi il motivo e, se serve, inseriscilo di nuovo.
        </li>
      </ol>
    </section>
  );
}
