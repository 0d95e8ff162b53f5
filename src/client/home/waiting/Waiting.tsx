import { FileCheck } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { OperationType } from '../../../domain/operations/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import type { PendingAction } from '../../exchanges/actions.ts';
import { FirstFew } from '../../ui/FirstFew.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { ApprovalRow, AskedApproval, preloadApproval } from './Approvals.tsx';
import { FittingRow } from './FittingRow.tsx';
import { Matter } from './Matter.tsx';
import { RosterRow } from './RosterRow.tsx';
import { MatchRow, OfferRow, type SwapAnswers } from './SwapRows.tsx';
import { tabOfOthers } from './texts.ts';
import { useWaiting } from './useWaiting.ts';

const PendingActionDialog = lazyWithPreload(() => import('../../exchanges/dialog/PendingActionDialog.tsx'));

/** How many of each list are shown: the two weeks are below them. */
const mostShown = 2;

/** Pending items and suitable requests of the signed-in person, each with its action button. */
export function Waiting() {
  const { pending, setPending, finish } = usePendingAction();
  const waiting = useWaiting();
  const { swaps, count } = waiting;
  const answers = { onAsk: setPending, onDone: finish };
  const matters = mattersOf(waiting, useSignedIn().user.id, answers);
  useEffect(() => runWhenIdle([PendingActionDialog.preload]), []);
  const preload = (): void => {
    PendingActionDialog.preload();
    preloadApproval();
  };
  const { requests = [], total = 0, fitting = [], fittingTotal = 0 } = swaps.data ?? {};
  return (
    <div className="flex flex-col gap-5 empty:hidden" onPointerDown={preload}>
      <QueryStatus query={swaps} failed="Non riesco a leggere che cosa tocca a te." />
      {count > 0 ? (
        <Part id="tocca-a-te" title="Tocca a te" count={count}>
          <FirstFew entries={matters} most={mostShown} showAll={`Mostra tutto (${matters.length})`}>
            {(shown) => <ul className="flex flex-col gap-2">{shown}</ul>}
          </FirstFew>
          <MoreInExchanges count={total - requests.length} tab={tabOfOthers(requests)} />
        </Part>
      ) : null}
      {fittingTotal > 0 ? (
        <Part id="cercano-il-tuo-turno" title="Cercano il tuo turno" count={fittingTotal}>
          <FirstFew entries={fitting} most={mostShown} showAll={`Mostra tutto (${fitting.length})`}>
            {(shown) => (
              <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
                {shown.map((request) => (
                  <FittingRow key={request.id} request={request} {...answers} />
                ))}
              </ul>
            )}
          </FirstFew>
          <MoreInExchanges count={fittingTotal - fitting.length} tab="disponibili" />
        </Part>
      ) : null}
      <AskedApproval />
      {pending ? (
        <Suspense>
          <PendingActionDialog pending={pending} onClose={() => setPending(null)} onDone={finish} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface PartProps {
  id: string;
  title: string;
  count: number;
  children: ReactNode;
}

function Part({ id, title, count, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex items-center gap-2 text-lead font-semibold">
        {title}
        <span className="tabular grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-caption leading-none font-bold text-on-accent">
          {count}
        </span>
      </h2>
      {children}
    </section>
  );
}

/** @param count requests not listed here */
function MoreInExchanges({ count, tab }: { count: number; tab: string }) {
  if (count <= 0) return null;
  return (
    <LinkButton to={`/exchanges?tab=${tab}`} variant="plain" size="small" className="-ml-3">
      +{count} in Scambi
    </LinkButton>
  );
}

function mattersOf(
  { swaps, approvals, roster, codes }: ReturnType<typeof useWaiting>,
  viewerId: string,
  answers: SwapAnswers,
): ReactNode[] {
  const requests = swaps.data?.requests ?? [];
  const [own, others] = [true, false].map((isOwn) =>
    requests.filter(({ requesterId }) => (requesterId === viewerId) === isOwn),
  );
  return [
    ...(own ?? []).map((request) => <OfferRow key={request.id} request={request} {...answers} />),
    ...(others ?? []).map((request) => <MatchRow key={request.id} request={request} {...answers} />),
    ...(approvals?.approvals ?? []).map((approval) => <ApprovalRow key={approval.id} approval={approval} />),
    ...(roster ? [<RosterRow key="roster" roster={roster} />] : []),
    ...(codes ? [<CodesRow key="codes" codes={codes} />] : []),
  ];
}

/** The action awaiting confirmation. Afterwards its row is gone, so the heading takes the focus. */
function usePendingAction() {
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [doneCount, setDoneCount] = useState(0);
  const takeFocus = useEffectEvent(() =>
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }),
  );
  // an effect: the dialog must be unmounted before the focus can leave it
  useEffect(() => {
    if (doneCount > 0) takeFocus();
  }, [doneCount]);
  const finish = (): void => {
    setPending(null);
    setDoneCount((count) => count + 1);
  };
  return { pending, setPending, finish };
}

function CodesRow({ codes: { OPP, Case } }: { codes: Record<OperationType, number> }) {
  const count = OPP + Case;
  const see = (
    <LinkButton
      // OPP is the first tab; the other one if no OPP codes are pending
      to={`/operazioni?tipo=${OPP === 0 ? 'Case' : 'OPP'}&stato=in-attesa`}
      variant="quiet"
      size="small"
      icon={FileCheck}
      className="grow"
    >
      Esamina i codici
    </LinkButton>
  );
  return (
    <Matter title={count === 1 ? 'Un codice da esaminare' : `${count} codici da esaminare`} action={see} />
  );
}
