import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { formatMonth, monthOf } from '../../domain/calendar/month.ts';
import {
  type OperationStatistics,
  operationStatuses,
  operationTypes,
  type TallyByType,
} from '../../domain/operations/schema.ts';
import type { User } from '../../domain/users/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { useToday } from '../shifts/clock.ts';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { RedBanner } from '../ui/RedBanner.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { type CodeSource, statisticsQuery } from './api.ts';
import { useCodeAddress } from './codeAddress.ts';
import { CodesPanel } from './CodesPanel.tsx';
import { NewCodeDialog } from './NewCodeDialog.tsx';
import { StatusBadge } from './StatusBadge.tsx';

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
        <CodesPanel source={sourceFor(user)} hasOwn onNew={openForm}>
          <StatisticsCard />
          <HowItWorks />
        </CodesPanel>
      </div>
      {formFor === null ? null : (
        <NewCodeDialog start={{ type, code: formFor }} onClose={closeForm} onDone={showNew} />
      )}
    </>
  );
}

function sourceFor({ isCeo, mayReviewCodes }: User): CodeSource {
  if (isCeo) return 'all';
  return mayReviewCodes ? 'worksite' : 'own';
}

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

function StatisticsCard() {
  const month = monthOf(useToday());
  const statistics = useQuery(statisticsQuery);
  const { data } = statistics;
  return (
    <details className="rounded-lg border border-line bg-surface px-4 md:px-5">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        I tuoi codici di {formatMonth(data?.month ?? month)}
      </summary>
      <div className="flex flex-col gap-3 pb-4">
        {data ? <Figures statistics={data} /> : null}
        <QueryStatus query={statistics} failed="Non riesco a contare i codici.">
          <Skeleton className="h-36" />
        </QueryStatus>
      </div>
    </details>
  );
}

const columnNames = { pending: 'In attesa', approved: 'Approvati', rejected: 'Rifiutati' };

function Figures({ statistics }: { statistics: OperationStatistics }) {
  const { month, ofMonth, ofYear } = statistics;
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full max-w-xl min-w-64 table-fixed text-right">
          <caption className="sr-only">Codici di {formatMonth(month)} per tipo e stato</caption>
          <thead>
            <tr className="text-caption text-soft">
              <th scope="col" className="w-12 text-left font-medium md:w-auto">
                Tipo
              </th>
              {operationStatuses.map((status) => (
                <th key={status} scope="col" className="font-medium">
                  {columnNames[status]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operationTypes.map((type) => (
              <tr key={type} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-semibold">
                  {type}
                </th>
                {operationStatuses.map((status) => (
                  <td key={status} className="py-2 text-lead font-semibold">
                    {ofMonth[type][status]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="tabular text-caption text-soft">{yearText(month.slice(0, 4), ofYear)}</p>
    </>
  );
}

/** 'Nel 2026: 34 codici inseriti, 28 approvati.' */
function yearText(year: string, tally: TallyByType): string {
  const sum = (statuses: readonly (keyof TallyByType['OPP'])[]): number =>
    operationTypes.reduce(
      (total, type) => total + statuses.reduce((count, status) => count + tally[type][status], 0),
      0,
    );
  const entered = sum(operationStatuses);
  const approved = sum(['approved']);
  const codes = entered === 1 ? '1 codice inserito' : `${entered} codici inseriti`;
  return `Nel ${year}: ${codes}, ${approved === 1 ? '1 approvato' : `${approved} approvati`}.`;
}
