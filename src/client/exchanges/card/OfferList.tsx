import { Check } from 'lucide-react';
import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { ExchangeKind } from '../../../domain/exchanges/schema.ts';
import { formatDutyTimes } from '../../../domain/shifts/duty.ts';
import type { Entry } from '../../../domain/shifts/rules.ts';
import { useSignedIn } from '../../auth/session.ts';
import { type Mark, markOf } from '../../shifts/marks.ts';
import { Button } from '../../ui/Button.tsx';
import { FirstFew } from '../../ui/FirstFew.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';
import { isCard, type Offer, type RowOffer, type ShownRequest } from '../api.ts';
import { confirmBy } from '../cardTexts.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { kindAndLength } from '../kindTexts.ts';
import { Refusal } from './ColleagueActions.tsx';
import { isTakeable, isWanted, offersInOrder } from './requestState.ts';

/** How many offers are shown, best first: requests of rare shifts have dozens of similar ones. */
const mostOffers = 3;

interface OfferProps {
  request: ShownRequest;
  offer: RowOffer | Offer;
}

/**
 * The colleagues who pre-accepted an own request, each with their duty (a single offer's is already on the card).
 * Whether an offer can be confirmed is known once the whole card is loaded: until then there are no buttons.
 */
export function OfferList({ request }: { request: ShownRequest }) {
  const offers = offersInOrder<RowOffer | Offer>(request, request.preAcceptedBy);
  const best = offers.find(isTakeable);
  const isOne = offers.length === 1;
  return (
    <FirstFew entries={offers} most={mostOffers} showAll={`Mostra tutte le ${offers.length} offerte`}>
      {(shown) => (
        <ul
          className={isOne ? '' : 'flex flex-col divide-y divide-line border-t border-line'}
          aria-label="Offerte"
        >
          {shown.map((offer) => (
            <li key={offer.userId} className={isOne ? '' : 'flex flex-col gap-3 py-3'}>
              {isOne ? (
                <ConfirmBy request={request} offer={offer} />
              ) : (
                <OfferText request={request} offer={offer} />
              )}
              <OfferAnswers request={request} offer={offer} isBest={offer === best} />
            </li>
          ))}
        </ul>
      )}
    </FirstFew>
  );
}

function OfferText({ request, offer }: OfferProps) {
  const { variant } = useSignedIn().worksite;
  const duty = offer.offeredShift;
  const mark = markOf(duty, variant);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <LetterBadge letter={mark.letter} tone={mark.tone} />
      <div className="min-w-0">
        <p className="font-semibold">{offer.name}</p>
        <p className="tabular">
          {request.kind === 'giorno' ? `${formatMediumDay(duty.date)}, ` : ''}
          {formatDutyTimes(duty)}
        </p>
        <p className="text-caption text-soft">
          {offerKinds[request.kind](duty, mark)}
          {isWanted(request, offer) ? (
            <span className="font-semibold text-accent">, come cercavi</span>
          ) : null}
        </p>
        <ConfirmBy request={request} offer={offer} />
      </div>
    </div>
  );
}

/** The deadline for confirming, if the worksite has a cut-off. */
function ConfirmBy({ request, offer }: OfferProps) {
  const { swapPolicy } = useSignedIn().worksite;
  const by = isCard(request) ? confirmBy(request, offer.offeredShift, swapPolicy) : null;
  if (by === null || !isTakeable(offer)) return null;
  return <p className="tabular mb-2 text-caption text-soft">Da confermare {by}</p>;
}

const offerKinds: Record<ExchangeKind, (duty: Entry, mark: Mark) => string> = {
  turno: kindAndLength,
  giorno: kindAndLength,
  settimana: (_duty, { name }) => name,
  ferie: (_duty, { name }) => `${name}, nella settimana di ferie che dai`,
};

/** @param isBest gives the best offer a prominent button */
function OfferAnswers({ request, offer, isBest }: OfferProps & { isBest: boolean }) {
  const { ask } = useExchangeScreen();
  return (
    <div className="flex flex-wrap gap-2">
      {isTakeable(offer) ? (
        <ConfirmButton {...{ request, offer, isBest }} />
      ) : (
        <Refusal
          what={`Non puoi scambiare con ${offer.name}.`}
          reason={('confirm' in offer && offer.confirm.reason) || ''}
        />
      )}
      <Button
        variant="quiet"
        disabled={!isCard(request)}
        onClick={() => ask({ kind: 'refuse', request, offer })}
        aria-label={`Rifiuta offerta di ${offer.name}`}
        className="grow md:grow-0"
      >
        Rifiuta offerta
      </Button>
    </div>
  );
}

function ConfirmButton({ request, offer, isBest }: OfferProps & { isBest: boolean }) {
  const { ask } = useExchangeScreen();
  const action =
    isCard(request) && 'confirm' in offer ? ({ kind: 'confirm', request, offer } as const) : null;
  return (
    <Button
      variant={isBest ? 'primary' : 'quiet'}
      disabled={action === null}
      onClick={() => action && ask(action)}
      icon={Check}
      className="grow"
    >
      Scambia con {offer.name.split(' ')[0]}
    </Button>
  );
}
