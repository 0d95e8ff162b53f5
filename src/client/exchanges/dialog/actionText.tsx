import type { ReactNode } from 'react';
import { formatLongDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest, ExchangeRow } from '../../../domain/exchanges/schema.ts';
import type { ApprovalMode, SwapPolicy } from '../../../domain/worksites/swapPolicy.ts';
import type { PendingAction } from '../actions.ts';
import type { Offer } from '../api.ts';
import { DutyPair } from '../card/DutyPair.tsx';
import { describeExchange } from '../card/exchangeView.ts';
import { firstNameOf } from '../card/requestState.ts';
import { offerPreview } from '../card/swapPreview.ts';
import { WeeksPreview } from '../card/WeeksPreview.tsx';
import { confirmBy, withdrawalText } from '../cardTexts.ts';
import { capitalised, kindTexts, whatOf, whenOf } from '../kindTexts.ts';
import { BeforeAndAfter, DaysBeforeAndAfter } from './BeforeAndAfter.tsx';

/** The texts of a confirmation dialog. */
export interface ActionText {
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  content: ReactNode;
}

/** When the calendars change after confirmation. */
const effects: Record<ApprovalMode, string> = {
  automatica: 'I turni cambiano subito in entrambi i calendari.',
  automatica_senza_avvisi:
    'I turni cambiano subito in entrambi i calendari. Se uno dei due riposerebbe troppo poco, dopo l’approvazione.',
  sempre: 'I turni cambiano in entrambi i calendari quando lo scambio è approvato.',
};

/** @param viewerId the signed-in person */
export function describeAction(
  pending: PendingAction,
  viewerId: string,
  policy: Pick<SwapPolicy, 'approval' | 'cutoffHours'>,
): ActionText {
  const { request } = pending;
  const { object, stays, forIt } = kindTexts[request.kind];
  const name = request.requesterName;
  switch (pending.kind) {
    case 'confirm': {
      const others = request.preAcceptedBy.length - 1;
      return {
        title: `Scambi ${object} con ${pending.offer.name}?`,
        confirmLabel: 'Conferma lo scambio',
        content: (
          <>
            <Outcome request={pending.request} offer={pending.offer} />
            <p className="text-soft">
              {effects[policy.approval]}
              {others > 0 ? ` ${others === 1 ? 'L’altra offerta decade' : 'Le altre offerte decadono'}.` : ''}
            </p>
            <NotesHint request={request} />
          </>
        ),
      };
    }
    case 'pre-accept': {
      const { gives, receives, preview } = describeExchange(request, viewerId);
      const by = confirmBy(pending.request, request.ownDuties[0] ?? request.offeredShift, policy);
      return {
        title: `Pre-accetti la richiesta di ${name}?`,
        confirmLabel: 'Pre-accetta',
        content: (
          <>
            {preview ? <WeeksPreview {...preview} /> : <DutyPair gives={gives} receives={receives} />}
            {request.kind === 'settimana' ? <p>Riposi, ferie e malattia restano dove sono.</p> : null}
            <NotesHint request={request} />
            <p className="text-soft">
              Lo scambio è fatto quando {name} conferma{by === null ? '' : `, ${by}`}.
            </p>
          </>
        ),
      };
    }
    case 'withdraw':
      return {
        title: 'Annulli la pre-accettazione?',
        confirmLabel: 'Annulla pre-accettazione',
        cancelLabel: 'Torna indietro',
        content: (
          <>
            <p>
              Scambio con {name}, {whenOf(request)}.
            </p>
            <p className="text-soft">
              {name} riceve un avviso. La richiesta passa in Rifiutati/Annullati: finché è aperta puoi
              ripensarci.
            </p>
          </>
        ),
      };
    case 'refuse':
      return {
        title: `Rifiuti l’offerta di ${pending.offer.name}?`,
        confirmLabel: 'Rifiuta offerta',
        isDanger: true,
        content: (
          <p>
            {pending.offer.name} riceve un avviso e non può più offrirsi {forIt}. Non si può annullare.
          </p>
        ),
      };
    case 'clear':
      return {
        title: 'Togli la richiesta dall’elenco?',
        confirmLabel: 'Togli dall’elenco',
        isDanger: true,
        content: (
          <>
            <p>{whatOf(request)}.</p>
            <p>È chiusa: tolta dall’elenco non la vedi più. Non si può annullare.</p>
          </>
        ),
      };
    default:
      return {
        title: 'Cancelli la richiesta?',
        confirmLabel: 'Cancella la richiesta',
        cancelLabel: 'Torna indietro',
        isDanger: true,
        content: (
          <>
            <p>{whatOf(request)}.</p>
            <p>{withdrawalText(request)}</p>
            <p className="text-soft">{stays}</p>
          </>
        ),
      };
  }
}

/** Explains what happens to notes in a holiday swap, where entries move by weeks. */
function NotesHint({ request }: { request: ExchangeRow }) {
  if (request.kind !== 'ferie') return null;
  return (
    <p className="text-soft">
      Le tue note restano nei loro giorni: se uno resta vuoto, diventa riposo con la sua nota.
    </p>
  );
}

/** Both people's duties before and after. */
function Outcome({ request, offer }: { request: ExchangeRequest; offer: Offer }) {
  const preview = offerPreview(offer);
  if (preview) return <WeeksPreview {...preview} />;
  const sides = { own: request.offeredShift, other: offer.offeredShift, name: firstNameOf(offer.name) };
  if (request.kind === 'giorno') return <DaysBeforeAndAfter {...sides} />;
  return (
    <>
      <p>{capitalised(formatLongDay(request.requestedDate))}</p>
      <BeforeAndAfter {...sides} />
    </>
  );
}
