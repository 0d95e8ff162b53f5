import { Check, Handshake } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { type PendingAction, usePreAccept } from '../../exchanges/actions.ts';
import { firstNameOf } from '../../exchanges/card/requestState.ts';
import { confirmBy } from '../../exchanges/cardTexts.ts';
import { whenOf } from '../../exchanges/kindTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Matter } from './Matter.tsx';
import { bestOffer, matchHandsOver, matchTitle, offerHandsOver, offerTitle } from './texts.ts';

/** Callbacks for answers given on Home. */
export interface SwapAnswers {
  /** The action needs confirmation. */
  onAsk: (action: PendingAction) => void;
  onDone: () => void;
}

interface SwapRowProps extends SwapAnswers {
  request: ExchangeRequest;
}

export const addressOf = ({ id }: ExchangeRow): string => `/exchanges?highlight=${id}`;

/** An own request with offers: the best one can be accepted here, the others on its card. */
export function OfferRow({ request, onAsk }: SwapRowProps) {
  const { swapPolicy } = useSignedIn().worksite;
  const offer = bestOffer(request);
  const when = whenOf(request);
  if (!offer) {
    const see = <SeeRequest request={request}>per {when}</SeeRequest>;
    return <Matter title={offerTitle(request)} action={see} />;
  }
  const by = confirmBy(request, offer.offeredShift, swapPolicy);
  return (
    <Matter
      title={offerTitle(request)}
      text={[offerHandsOver(request, offer), by].filter(Boolean).join(', ')}
      action={
        <Button
          size="small"
          icon={Check}
          className="grow"
          onClick={() => onAsk({ kind: 'confirm', request, offer })}
        >
          Scambia con {firstNameOf(offer.name)}
        </Button>
      }
      more={
        <SeeRequest request={request}>
          {request.preAcceptanceCount > 1 ? `tutte le ${request.preAcceptanceCount} offerte ` : ''}per {when}
        </SeeRequest>
      }
    />
  );
}

export function MatchRow({ request, onAsk, onDone }: SwapRowProps) {
  const { start, isPending } = usePreAccept({ onAsk, onDone });
  const action = (
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
  );
  return (
    <Matter
      title={matchTitle(request)}
      text={matchHandsOver(request)}
      action={action}
      more={<SeeRequest request={request}>la richiesta di {request.requesterName}</SeeRequest>}
    />
  );
}

/** @param children extra text for screen readers */
function SeeRequest({ request, children }: { request: ExchangeRequest; children: ReactNode }) {
  return (
    <LinkButton to={addressOf(request)} variant="quiet" size="small">
      Vedi<span className="sr-only"> {children}</span>
    </LinkButton>
  );
}
