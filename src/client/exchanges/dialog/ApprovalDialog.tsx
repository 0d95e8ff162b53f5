import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../domain/calendar/day.ts';
import { formatSpan, spansOf } from '../../../domain/calendar/weekNames.ts';
import type { SwapApproval } from '../../../domain/exchanges/schema.approval.ts';
import type { ExchangeKind } from '../../../domain/exchanges/schema.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { useAction } from '../../data/useAction.ts';
import { HttpError } from '../../http/httpError.ts';
import { call } from '../../http/request.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { changedByExchanges } from '../actions.ts';
import { approvalQuery } from '../api.ts';
import { dutyTexts } from '../kindTexts.ts';

interface ApprovalDialogProps {
  /** The request's id. */
  id: string;
  onClose: () => void;
}

/** A swap awaiting approval: approve it, or refuse it with a reason that both people read. */
export default function ApprovalDialog({ id, onClose }: ApprovalDialogProps) {
  const query = useQuery(approvalQuery(id));
  const [isRefusing, setRefusing] = useState(false);
  const approval = query.data;
  if (!approval) {
    return (
      <Dialog isOpen onClose={onClose} title="Scambio da approvare">
        {query.error instanceof HttpError && query.error.status === 404 ? (
          <p>Questo scambio non aspetta più l’approvazione.</p>
        ) : (
          <QueryStatus query={query} failed="Non riesco a caricare lo scambio.">
            <SkeletonList label="Carico lo scambio…" className="h-24" />
          </QueryStatus>
        )}
      </Dialog>
    );
  }
  return isRefusing ? (
    <Refusal approval={approval} onBack={() => setRefusing(false)} onDone={onClose} />
  ) : (
    <Decision approval={approval} onRefuse={() => setRefusing(true)} onClose={onClose} />
  );
}

interface DecisionProps {
  approval: SwapApproval;
  onRefuse: () => void;
  onClose: () => void;
}

function Decision({ approval, onRefuse, onClose }: DecisionProps) {
  const { id, version, kind, requester, accepter, isBlocked } = approval;
  const approve = useAction({
    changes: changedByExchanges,
    run: () => call('POST /api/exchange-requests/:id/approve', { params: { id }, body: { version } }),
    done: () => ({ title: 'Scambio approvato', text: 'I turni sono cambiati in entrambi i calendari.' }),
    failed: 'Scambio non approvato',
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Approvi lo scambio?"
      actions={
        <>
          {/* out of reach of a double tap on the opening button, as in ConfirmDialog */}
          {isBlocked ? null : (
            <Button isPending={approve.isPending} onClick={() => approve.mutate()}>
              Approva
            </Button>
          )}
          <Button variant="quiet" onClick={onRefuse}>
            Rifiuta
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-soft">{approval.worksiteName}</p>
        <dl className="flex flex-col gap-3">
          <Gives side={requester} kind={kind} />
          <Gives side={accepter} kind={kind} />
        </dl>
        <RestVerdicts approval={approval} />
        <p className="text-caption text-soft">
          Confermato il {formatDateTime(approval.since)}. Se nessuno decide, scade il{' '}
          {formatDateTime(approval.until)}.
        </p>
      </div>
    </Dialog>
  );
}

interface GivesProps {
  side: SwapApproval['requester'];
  kind: ExchangeKind;
}

function Gives({ side: { name, gives }, kind }: GivesProps) {
  const spans = spansOf(gives, (one, other) => dutyTexts(one, kind).join() === dutyTexts(other, kind).join());
  return (
    <div className="rounded-md bg-sunken px-3 py-2">
      <dt className="font-semibold">{name} dà</dt>
      {spans.map(({ first, ...span }) => {
        const [duty, detail] = dutyTexts(first, kind);
        return (
          <dd key={span.from} className="tabular">
            <span className="block first-letter:uppercase">
              {formatSpan(span)}, {duty}
            </span>
            {detail ? <span className="block text-caption text-soft">{detail}</span> : null}
          </dd>
        );
      })}
    </div>
  );
}

function RestVerdicts({ approval: { requester, accepter, isBlocked } }: { approval: SwapApproval }) {
  const sentences = [...requester.rest, ...accepter.rest];
  if (sentences.length === 0) return null;
  return (
    <Notice
      variant={isBlocked ? 'danger' : 'warn'}
      title={isBlocked ? 'In questo cantiere uno scambio così non si può fare' : 'Poco riposo'}
    >
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

const mostReason = 500;

function Refusal({
  approval: { id, version },
  onBack,
  onDone,
}: {
  approval: SwapApproval;
  onBack: () => void;
  onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const refuse = useAction({
    changes: changedByExchanges,
    run: () =>
      call('POST /api/exchange-requests/:id/refuse-approval', { params: { id }, body: { reason, version } }),
    done: () => ({ title: 'Scambio rifiutato', text: 'I due ricevono un avviso con il motivo.' }),
    failed: 'Rifiuto non riuscito',
    onDone,
  });
  const submit = (): void => {
    const length = reason.trim().length;
    if (length === 0) setError('Scrivi il motivo');
    else if (length > mostReason) setError(`Al massimo ${mostReason} caratteri`);
    else refuse.mutate();
  };
  return (
    <Dialog
      isOpen
      onClose={onBack}
      title="Rifiuti lo scambio?"
      actions={
        <>
          <Button variant="quiet" onClick={onBack}>
            Torna indietro
          </Button>
          <Button variant="danger" isPending={refuse.isPending} onClick={submit}>
            Rifiuta lo scambio
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>La richiesta torna aperta: chi l’ha pubblicata può scegliere un’altra offerta.</p>
        <TextArea
          label="Motivo"
          hint="Lo leggono entrambi."
          rows={3}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setError(undefined);
          }}
        />
      </div>
    </Dialog>
  );
}
