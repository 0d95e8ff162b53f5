import { Check, Handshake } from 'lucide-react';
import { useId, useState } from 'react';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { useSignedIn } from '../../auth/session.ts';
import { type PendingAction, usePreAccept } from '../../exchanges/actions.ts';
import type { Offer } from '../../exchanges/api.ts';
import { firstNameOf, isWanted, offersInOrder } from '../../exchanges/card/requestState.ts';
import { confirmBy } from '../../exchanges/cardTexts.ts';
import { whenOf } from '../../exchanges/kindTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Matter } from './Matter.tsx';
import {
  bestOffer,
  handsOver,
  matchHandsOver,
  matchTitle,
  offerHandsOver,
  offerTitle,
  otherOffers,
} from './texts.ts';

/** What becomes of an answer that is given from Home. */
export interface SwapAnswers {
  /** It is asked about first. */
  onAsk: (action: PendingAction) => void;
  onDone: () => void;
}

interface SwapRowProps extends SwapAnswers {
  request: ExchangeRequest;
}

export const addressOf = ({ id }: ExchangeRow): string => `/exchanges?highlight=${id}`;

/** An own request that colleagues would take: the offer that fits best can be taken here, and the others behind a button. */
export function OfferRow({ request, onAsk }: SwapRowProps) {
  const [isOpen, setOpen] = useState(false);
  const othersId = useId();
  const { swapPolicy } = useSignedIn().worksite;
  const offer = bestOffer(request);
  const others = offersInOrder(request, request.preAcceptedBy).filter((other) => other !== offer);
  if (!offer) return <UntakeableOffer request={request} />;
  const action = <TakeOffer request={request} offer={offer} isBest onAsk={onAsk} />;
  const by = confirmBy(request, offer.offeredShift, swapPolicy);
  return (
    <Matter
      title={offerTitle(request)}
      text={[offerHandsOver(request, offer), by].filter(Boolean).join(', ')}
      action={action}
      more={
        others.length > 0 ? (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? othersId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {otherOffers(others.length)}
            <span className="sr-only"> per {whenOf(request)}</span>
          </Button>
        ) : (
          <SeeRequest request={request}>per {whenOf(request)}</SeeRequest>
        )
      }
    >
      {isOpen ? <OtherOffers id={othersId} request={request} offers={others} onAsk={onAsk} /> : null}
    </Matter>
  );
}

function UntakeableOffer({ request }: { request: ExchangeRequest }) {
  const see = (
    <LinkButton to={addressOf(request)} size="small" className="grow">
      Vedi<span className="sr-only"> per {whenOf(request)}</span>
    </LinkButton>
  );
  return <Matter title={offerTitle(request)} action={see} />;
}

interface TakeOfferProps {
  request: ExchangeRequest;
  offer: Offer;
  isBest?: boolean;
  onAsk: (action: PendingAction) => void;
}

function TakeOffer({ request, offer, isBest = false, onAsk }: TakeOfferProps) {
  return (
    <Button
      variant={isBest ? 'primary' : 'quiet'}
      size="small"
      icon={Check}
      className={isBest ? 'grow' : undefined}
      onClick={() => onAsk({ kind: 'confirm', request, offer })}
    >
      Scambia con {firstNameOf(offer.name)}
    </Button>
  );
}

/** With more, a list is read on the request's card. */
const mostOthers = 6;

interface OtherOffersProps extends Pick<SwapRowProps, 'request' | 'onAsk'> {
  id: string;
  offers: readonly Offer[];
}

function OtherOffers({ id, request, offers, onAsk }: OtherOffersProps) {
  return (
    <>
      <ul
        id={id}
        aria-label={`Altre offerte per ${whenOf(request)}`}
        className="mt-2 divide-y divide-line border-t border-line"
      >
        {offers.slice(0, mostOthers).map((offer) => (
          <li key={offer.userId} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-36">
              <p className="font-medium">{offer.name}</p>
              <p className="tabular text-caption text-soft">
                {handsOver(request, request.offeredShift, offer.offeredShift)}
                {isWanted(request, offer) ? ', come cercavi' : ''}
              </p>
            </div>
            {offer.confirm.isAllowed ? (
              <TakeOffer request={request} offer={offer} onAsk={onAsk} />
            ) : (
              <p className="text-caption text-soft">Non si può più confermare</p>
            )}
          </li>
        ))}
      </ul>
      <LinkButton to={addressOf(request)} variant="plain" size="small" className="-ml-3">
        {offers.length > mostOthers ? `Vedi tutte le ${offers.length + 1} offerte` : 'Vedi la richiesta'}
        <span className="sr-only"> per {whenOf(request)}</span>
      </LinkButton>
    </>
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

/** @param children which one, for who does not see it */
function SeeRequest({ request, children }: { request: ExchangeRequest; children: React.ReactNode }) {
  return (
    <LinkButton to={addressOf(request)} variant="quiet" size="small">
      Vedi<span className="sr-only"> {children}</span>
    </LinkButton>
  );
}
