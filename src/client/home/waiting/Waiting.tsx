import { FileCheck } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { OperationType } from '../../../domain/operations/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import type { PendingAction } from '../../exchanges/actions.ts';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { runWhenIdle } from '../../ui/runWhenIdle.ts';
import { ApprovalRow, AskedApproval, laterText, preloadApproval } from './Approvals.tsx';
import { type KindLayout, layOut, type WaitingKind } from './layout.ts';
import { FoldedKind, Matter } from './Matter.tsx';
import { RosterRow } from './RosterRow.tsx';
import { MatchRow, OfferRow } from './SwapRows.tsx';
import { foldedText, tabOfOthers } from './texts.ts';
import { useWaiting } from './useWaiting.ts';

const PendingActionDialog = lazyWithPreload(() => import('../../exchanges/dialog/PendingActionDialog.tsx'));

type DrawMatter = (isLine: boolean) => ReactNode;

/** What waits for the signed-in person, each with the button that answers it here; the next shift stays in sight below. */
export function Waiting() {
  const { pending, setPending, finish } = usePendingAction();
  const waiting = useWaiting();
  const { swaps, approvals, count } = waiting;
  const matters = useMatters(waiting, { onAsk: setPending, onDone: finish });
  useEffect(() => runWhenIdle([PendingActionDialog.preload]), []);
  const { requests = [], total = 0 } = swaps.data ?? {};
  const unlisted = total - requests.length;
  const kinds = layOut(
    { ...countsOf(matters), ...(approvals && { approvals: approvals.total }) },
    unlisted > 0 ? 1 : 0,
  );
  const preload = (): void => {
    PendingActionDialog.preload();
    preloadApproval();
  };
  return (
    <>
      <QueryStatus query={swaps} failed="Non riesco a leggere che cosa tocca a te." />
      {count > 0 ? (
        <section aria-labelledby="tocca-a-te" onPointerDown={preload}>
          <h2 id="tocca-a-te" className="mb-2 flex items-center gap-2 text-lead font-semibold">
            Tocca a te
            <span className="tabular grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1.5 text-caption leading-none font-bold text-on-accent">
              {count}
            </span>
          </h2>
          <ul className="flex flex-col gap-2 empty:hidden">
            {kinds.flatMap(({ kind, open }) => matters[kind].slice(0, open).map((matter) => matter(false)))}
          </ul>
          <Lines kinds={kinds} matters={matters} unlistedApprovals={unlistedOf(approvals)} />
          {unlisted > 0 ? (
            <LinkButton
              to={`/exchanges?tab=${tabOfOthers(requests)}`}
              variant="plain"
              size="small"
              className="-ml-3"
            >
              {unlisted === 1 ? 'Ne aspetta un altro' : `Ne aspettano altri ${unlisted}`}: vedi in Scambi
            </LinkButton>
          ) : null}
        </section>
      ) : null}
      <AskedApproval />
      {pending ? (
        <Suspense>
          <PendingActionDialog pending={pending} onClose={() => setPending(null)} onDone={finish} />
        </Suspense>
      ) : null}
    </>
  );
}

type Matters = Record<WaitingKind, readonly DrawMatter[]>;

const countsOf = (matters: Matters): Partial<Record<WaitingKind, number>> =>
  Object.fromEntries(Object.entries(matters).map(([kind, list]) => [kind, list.length]));

const unlistedOf = (list: ReturnType<typeof useWaiting>['approvals']): number =>
  list ? list.total - list.approvals.length : 0;

function useMatters(
  { swaps, approvals, roster, codes }: ReturnType<typeof useWaiting>,
  answers: { onAsk: (action: PendingAction) => void; onDone: () => void },
): Matters {
  const { user } = useSignedIn();
  const requests = swaps.data?.requests ?? [];
  return {
    offers: requests
      .filter(({ requesterId }) => requesterId === user.id)
      .map((request) => (isLine) => <OfferRow key={request.id} {...{ request, isLine, ...answers }} />),
    matches: requests
      .filter(({ requesterId }) => requesterId !== user.id)
      .map((request) => (isLine) => <MatchRow key={request.id} {...{ request, isLine, ...answers }} />),
    approvals: (approvals?.approvals ?? []).map((approval) => (isLine) => (
      <ApprovalRow key={approval.id} {...{ approval, isLine }} />
    )),
    roster: roster ? [(isLine) => <RosterRow key="roster" {...{ roster, isLine }} />] : [],
    codes: codes ? [(isLine) => <CodesRow key="codes" {...{ codes, isLine }} />] : [],
  };
}

interface LinesProps {
  kinds: readonly KindLayout[];
  matters: Matters;
  /** Approvals that the server counts but has not listed yet. */
  unlistedApprovals: number;
}

function Lines({ kinds, matters, unlistedApprovals }: LinesProps) {
  const folded = kinds.filter((one) => one.folded > 0);
  if (folded.length === 0) return null;
  return (
    <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
      {folded.map(({ kind, open, folded: count }) => {
        const rest = matters[kind].slice(open);
        if (count === 1 || kind === 'roster' || kind === 'codes') return rest.map((matter) => matter(true));
        return (
          <FoldedKind key={kind} text={foldedText(kind, count, open > 0)}>
            <ul className="flex flex-col gap-2">{rest.map((matter) => matter(false))}</ul>
            {kind === 'approvals' && unlistedApprovals > 0 ? (
              <p className="mt-2 px-1 text-soft">{laterText(unlistedApprovals)}</p>
            ) : null}
          </FoldedKind>
        );
      })}
    </ul>
  );
}

/** The action that a dialog asks about. Once it is done its row is gone: the page's heading takes the focus. */
function usePendingAction() {
  const [pending, setPending] = useState<PendingAction | null>(null);
  const [doneCount, setDoneCount] = useState(0);
  const takeFocus = useEffectEvent(() =>
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }),
  );
  // an effect, since the dialog must be gone before the focus can leave it
  useEffect(() => {
    if (doneCount > 0) takeFocus();
  }, [doneCount]);
  const finish = (): void => {
    setPending(null);
    setDoneCount((count) => count + 1);
  };
  return { pending, setPending, finish };
}

interface CodesRowProps {
  codes: Record<OperationType, number>;
  isLine?: boolean;
}

function CodesRow({ codes: { OPP, Case }, isLine = false }: CodesRowProps) {
  const count = OPP + Case;
  const title = count === 1 ? 'Un codice da esaminare' : `${count} codici da esaminare`;
  const see = (
    <LinkButton
      // OPP is the first tab: the other one, where all that wait are there
      to={`/operazioni?tipo=${OPP === 0 ? 'Case' : 'OPP'}&stato=in-attesa`}
      variant="quiet"
      size="small"
      icon={FileCheck}
      className="grow"
    >
      Esamina i codici
    </LinkButton>
  );
  return <Matter isLine={isLine} title={title} action={see} />;
}
