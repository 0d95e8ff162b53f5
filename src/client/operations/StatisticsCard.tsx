import { useQuery } from '@tanstack/react-query';
import { formatMonth, monthOf } from '../../domain/calendar/month.ts';
import {
  type OperationStatistics,
  operationStatuses,
  operationTypes,
  type TallyByType,
} from '../../domain/operations/schema.ts';
import { textOf } from '../http/httpError.ts';
import { useToday } from '../shifts/clock.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { statisticsQuery } from './api.ts';

/** The person's own codes of this month, counted, and a line about the year. */
export function StatisticsCard() {
  const month = monthOf(useToday());
  const { data, error, isFetching, refetch } = useQuery(statisticsQuery);
  return (
    <Card as="section" aria-labelledby="statistiche" className="flex flex-col gap-3">
      <h2 id="statistiche" className="text-lead font-semibold">
        I tuoi codici di {formatMonth(data?.month ?? month)}
      </h2>
      {data ? <Figures statistics={data} /> : null}
      {!data && !error ? <Skeleton className="h-36" /> : null}
      {!data && error ? (
        <div role="alert" className="flex min-h-36 flex-col items-start gap-2">
          <p>{textOf(error, 'Non riesco a contare i codici.')}</p>
          <Button variant="quiet" size="small" isPending={isFetching} onClick={() => void refetch()}>
            Riprova
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

const columnNames = { pending: 'In attesa', approved: 'Approvati', rejected: 'Rifiutati' };

function Figures({ statistics }: { statistics: OperationStatistics }) {
  const { month, ofMonth, ofYear } = statistics;
  return (
    <>
      <div className="overflow-x-auto">
        <table className="w-full max-w-xl min-w-56 table-fixed text-right">
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
