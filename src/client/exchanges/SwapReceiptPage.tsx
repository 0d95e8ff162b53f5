import '../shifts/print.css';
import './receipt.css';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import { HttpError, textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { receiptQuery } from './api.ts';
import { SwapReceiptSheet } from './SwapReceiptSheet.tsx';

/** A completed swap to show or print: both people, both duties, the three moments. */
export default function SwapReceiptPage() {
  const { id = '' } = useParams();
  const receipt = useQuery(receiptQuery(id));
  const print = (
    <Button onClick={() => window.print()} icon={<Printer aria-hidden="true" className="size-5" />}>
      Stampa
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Ricevuta dello scambio"
        back={{ to: '/exchanges?tab=completati', label: 'Scambi completati' }}
        action={receipt.isSuccess ? print : undefined}
      />
      {receipt.isPending ? (
        <SkeletonList label="Carico la ricevuta…" count={1} className="h-112 max-w-2xl" />
      ) : null}
      {receipt.isError ? <Missing error={receipt.error} onRetry={() => void receipt.refetch()} /> : null}
      {receipt.isSuccess ? (
        <div className="print-sheet receipt">
          <SwapReceiptSheet receipt={receipt.data} />
        </div>
      ) : null}
    </>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  // 400: the address holds no id at all
  const isNone = error instanceof HttpError && [400, 404].includes(error.status);
  if (!isNone)
    return <ErrorState onRetry={onRetry}>{textOf(error, 'Non riesco a caricare la ricevuta.')}</ErrorState>;
  return (
    <Notice variant="warn" title="Questa ricevuta non c’è">
      La vedono solo le due persone che hanno scambiato il turno.
    </Notice>
  );
}
