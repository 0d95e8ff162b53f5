import { Check } from 'lucide-react';
import type { ExchangeKind, ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { formatDutyTimes, isWorking } from '../../domain/shifts/duty.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import { useSignedIn } from '../auth/session.ts';
import { type Mark, markOf } from '../shifts/marks.ts';
import { Button } from '../ui/Button.tsx';
import { LetterBadge } from '../ui/LetterBadge.tsx';
import { kindAndLength } from './dutyText.ts';
import { useExchangeScreen } from './exchangeScreen.ts';
import type { Offer } from './offer.ts';
import { Refusal } from './Refusal.tsx';

/**
 * The colleagues who pre-accepted an own request, each with the duty they would give. The card already shows the duty
 * of an only one.
 */
export function OfferList({ request }: { request: ExchangeRequest }) {
  const offers = request.preAcceptedBy;
  return (
    <ul
      className={offers.length > 1 ? 'flex flex-col divide-y divide-line border-t border-line' : ''}
      aria-label="Offerte"
    >
      {offers.map((offer) => (
        <li key={offer.userId} className={offers.length > 1 ? 'flex flex-col gap-3 py-3' : ''}>
          {offers.length > 1 ? <OfferText request={request} offer={offer} /> : null}
          <OfferAnswers request={request} offer={offer} />
        </li>
      ))}
    </ul>
  );
}

function OfferText({ request, offer }: { request: ExchangeRequest; offer: Offer }) {
  const { variant } = useSignedIn().worksite;
  const duty = tellingDuty(request, offer);
  const mark = markOf(duty, variant);
  return (
    <div className="flex min-w-0 items-center gap-3">
      <LetterBadge letter={mark.letter} tone={mark.tone} />
      <div className="min-w-0">
        <p className="font-semibold">{offer.name}</p>
        <p className="tabular">{formatDutyTimes(duty)}</p>
        <p className="text-caption text-soft">{offerKinds[request.kind](duty, mark)}</p>
      </div>
    </div>
  );
}

/** The duty that tells offers apart: all give the same holidays, each has other work for the week in return. */
const tellingDuty = ({ kind }: ExchangeRequest, { offeredDuties, offeredShift }: Offer): DatedDuty =>
  (kind === 'ferie' ? offeredDuties.find(isWorking) : undefined) ?? offeredShift;

const offerKinds: Record<ExchangeKind, (duty: DatedDuty, mark: Mark) => string> = {
  turno: kindAndLength,
  settimana: (_duty, { name }) => name,
  ferie: (_duty, { name }) => `${name}, nella settimana di ferie che dai`,
};

function OfferAnswers({ request, offer }: { request: ExchangeRequest; offer: Offer }) {
  const { ask } = useExchangeScreen();
  const { isAllowed, reason } = offer.confirm;
  return (
    <div className="flex flex-wrap gap-2">
      {isAllowed ? (
        <Button
          onClick={() => ask({ kind: 'confirm', request, offer })}
          icon={<Check aria-hidden="true" className="size-5" />}
          className="grow whitespace-nowrap"
        >
          Scambia con {offer.name.split(' ')[0]}
        </Button>
      ) : (
        <Refusal what={`Non puoi scambiare con ${offer.name}.`} reason={reason ?? ''} />
      )}
      <Button
        variant="quiet"
        onClick={() => ask({ kind: 'refuse', request, offer })}
        aria-label={`Rifiuta offerta di ${offer.name}`}
        className="grow whitespace-nowrap md:grow-0"
      >
        Rifiuta offerta
      </Button>
    </div>
  );
}
