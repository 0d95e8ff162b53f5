import { Plus, ShieldAlert } from 'lucide-react';
import type { User } from '../../domain/users/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import type { CodeSource } from './api.ts';
import { CodesPanel } from './CodesPanel.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { NewCodeDialog } from './NewCodeDialog.tsx';
import { StatisticsCard } from './StatisticsCard.tsx';
import { useCodeAddress } from './useCodeAddress.ts';

/** `/operazioni`: operation codes entered, reviewed and counted. */
export default function OperationsPage() {
  const { user } = useSignedIn();
  const { type, formFor, openForm, closeForm, showNew } = useCodeAddress();
  return (
    <>
      <PageHeader
        title="Operazioni Aziendali"
        back={{ to: '/', label: 'Home' }}
        action={
          <Button onClick={() => openForm('')} icon={<Plus aria-hidden="true" className="size-5" />}>
            Nuovo Codice
          </Button>
        }
      />
      <div className="flex flex-col gap-6">
        {user.isCeo ? <CeoBanner /> : null}
        <StatisticsCard />
        <CodesPanel source={sourceFor(user)} hasOwn onNew={openForm} />
        <HowItWorks />
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

function CeoBanner() {
  return (
    <p className="flex items-start gap-3 rounded-md bg-danger px-4 py-3 font-medium text-on-danger">
      <ShieldAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      Sei il CEO: vedi i codici di tutti i cantieri e puoi eliminarli anche dopo che sono stati esaminati.
    </p>
  );
}
