import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { DutyPair } from './DutyPair.tsx';
import { describeExchange } from './exchangeView.ts';
import { LostNotes } from './LostNotes.tsx';
import { preAccepting } from './preAccepting.ts';
import type { Change } from './useStanding.ts';
import { WeeksPreview } from './WeeksPreview.tsx';

interface PreAcceptDialogProps {
  request: ExchangeRequest;
  change: Change;
  onClose: () => void;
  onDone: (request: ExchangeRequest) => void;
}

/** Asks before a colleague's request is pre-accepted: whole weeks, and where its card cannot be seen. */
export function PreAcceptDialog({ request, change, onClose, onDone }: PreAcceptDialogProps) {
  const { gives, receives, preview } = describeExchange(request, useSignedIn().user.id);
  return (
    <ActionDialog
      title={`Pre-accetti la richiesta di ${request.requesterName}?`}
      confirmLabel="Pre-accetta"
      action={{
        ...preAccepting(request),
        onDone: (answer) => onDone(answer.request),
      }}
      change={change}
      isDecision
      onClose={onClose}
    >
      {preview ? <WeeksPreview {...preview} /> : <DutyPair gives={gives} receives={receives} />}
      {request.kind === 'settimana' ? <p>Riposi, ferie e malattia restano dove sono.</p> : null}
      <LostNotes kind={request.kind} />
      <p className="text-soft">Lo scambio è fatto quando {request.requesterName} conferma.</p>
    </ActionDialog>
  );
}
