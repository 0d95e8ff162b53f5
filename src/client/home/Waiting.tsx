import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, FileCheck, Handshake } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { OperationType } from '../../domain/operations/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { type PendingAction, usePreAccept } from '../exchanges/actions.ts';
import { waitingQuery } from '../exchanges/api.ts';
import { confirmBy } from '../exchanges/cardTexts.ts';
import { whenOf } from '../exchanges/kindTexts.ts';
import { operationListQuery } from '../operations/api.ts';
import { Button } from '../ui/Button.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { runWhenIdle } from '../ui/runWhenIdle.ts';
import { bestOffer, handsOver, matchHandsOver, matchTitle, offerTitle, tabOfOthers } from './waitingTexts.ts';

const PendingActionDialog = lazyWithPreload(() => import('../exchanges/dialog/PendingActionDialog.tsx'));

/** So many stand on the first screen; the others are a line. */
const mostShown = 2;

/** What waits for the signed-in person, each with the button that answers it here. */
export function Waiting() {
  const { user } = useSignedIn();
  const query = useQuery(waitingQuery);
  const codes = useCodesToReview();
  const { pending, setPending, finish } = usePendingAction();
  useEffect(() => runWhenIdle([PendingActionDialog.preload]), []);
  const { requests = [], total = 0 } = query.data ?? {};
  const shown = requests.slice(0, mostShown);
  return (
    <>
      <QueryStatus query={query} failed="Non riesco a leggere che cosa tocca a te." />
      {total > 0 || codes ? (
        <section aria-labelledby="tocca-a-te" onPointerDown={PendingActionDialog.preload}>
          <h2 id="tocca-a-te" className="mb-2 text-lead font-semibold">
            Tocca a te
          </h2>
          <ul className="flex flex-col gap-2">
            {shown.map((request) =>
              request.requesterId === user.id ? (
                <OfferRow key={request.id} request={request} onAsk={setPending} />
              ) : (
                <MatchRow key={request.id} request={request} onAsk={setPending} onDone={finish} />
              ),
            )}
            {codes ? <CodesRow {...codes} /> : null}
          </ul>
          {total > shown.length ? (
            <LinkButton
              to={`/exchanges?tab=${tabOfOthers(requests.slice(mostShown))}`}
              variant="plain"
              size="small"
              className="-ml-3"
            >
              {total - shown.length === 1
                ? 'Ne aspetta un altro'
                : `Ne aspettano altri ${total - shown.length}`}
              : vedi in Scambi
            </LinkButton>
          ) : null}
        </section>
      ) : null}
      {pending ? (
        <Suspense>
          <PendingActionDialog pending={pending} onClose={() => setPending(null)} onDone={finish} />
        </Suspense>
      ) : null}
    </>
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

/** Something that waits, and what answers it. */
interface RowProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function Row({ title, text, children }: RowProps) {
  return (
    <li className="flex flex-col gap-x-4 gap-y-2 rounded-lg border border-accent bg-surface px-3 py-2.5 shadow-raised md:flex-row md:items-center md:px-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {text ? <p className="tabular text-caption text-soft">{text}</p> : null}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

interface RequestRowProps {
  request: ExchangeRequest;
  onAsk: (action: PendingAction) => void;
}

/** An own request that colleagues would take. With several offers the one that gives what was wanted can be taken here. */
function OfferRow({ request, onAsk }: RequestRowProps) {
  const offer = bestOffer(request);
  const count = request.preAcceptanceCount;
  const { swapPolicy } = useSignedIn().worksite;
  const by = offer && confirmBy(request, offer.offeredShift, swapPolicy);
  return (
    <Row
      title={offerTitle(request)}
      {...(offer && {
        text: [handsOver(request, request.offeredShift, offer.offeredShift), by].filter(Boolean).join(', '),
      })}
    >
      {offer ? (
        <Button
          size="small"
          icon={Check}
          className="grow"
          onClick={() => onAsk({ kind: 'confirm', request, offer })}
        >
          Scambia con {offer.name.split(' ')[0]}
        </Button>
      ) : null}
      <LinkButton
        to={`/exchanges?highlight=${request.id}`}
        variant={offer ? 'quiet' : 'primary'}
        size="small"
        className={offer ? undefined : 'grow'}
      >
        {count > 1 ? `Vedi le ${count} offerte` : 'Vedi'}
        <span className="sr-only"> per {whenOf(request)}</span>
      </LinkButton>
    </Row>
  );
}

/** A colleague's request that mirrors an own one. */
function MatchRow({ request, onAsk, onDone }: RequestRowProps & { onDone: () => void }) {
  const { start, isPending } = usePreAccept({ onAsk, onDone });
  const text = matchHandsOver(request);
  return (
    <Row title={matchTitle(request)} {...(text !== null && { text })}>
      <Button
        size="small"
        icon={Handshake}
        isPending={isPending}
        className="grow"
        onClick={() => start(request)}
        aria-label={`Pre-accetta lo scambio con ${request.requesterName}`}
      >
        Pre-accetta
      </Button>
      <LinkButton to={`/exchanges?highlight=${request.id}`} variant="quiet" size="small">
        Vedi<span className="sr-only"> la richiesta di {request.requesterName}</span>
      </LinkButton>
    </Row>
  );
}

/** For who reviews operation codes: how many of each type wait, without their own; null where none does. */
function useCodesToReview(): Record<OperationType, number> | null {
  const { user, worksite } = useSignedIn();
  const { data } = useInfiniteQuery({
    ...operationListQuery({
      source: 'others',
      type: 'OPP',
      status: 'pending',
      month: null,
      worksiteId: null,
    }),
    enabled: user.mayReviewCodes && worksite.variant !== 'taxi',
  });
  const counts = data?.pages.at(-1)?.counts;
  return counts && counts.OPP + counts.Case > 0 ? counts : null;
}

function CodesRow({ OPP, Case }: Record<OperationType, number>) {
  const count = OPP + Case;
  return (
    <Row title={count === 1 ? 'Un codice da esaminare' : `${count} codici da esaminare`}>
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
    </Row>
  );
}
