import type { ReactNode } from 'react';
import { formatLongDay } from '../../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { DatedDuty } from '../../../domain/shifts/rules.ts';
import { DutyPair } from '../card/DutyPair.tsx';
import { describeExchange } from '../card/exchangeView.ts';
import { offerPreview } from '../card/swapPreview.ts';
import { WeeksPreview } from '../card/WeeksPreview.tsx';
import { withdrawalText } from '../cardTexts.ts';
import type { Offer, PendingAction } from '../exchangeScreen.ts';
import { capitalised, kindText, kindTexts, timeLines, whatOf, whenOf } from '../kindTexts.ts';

/** What a dialog says before an action is carried out. */
export interface ActionText {
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  content: ReactNode;
}

/** @param viewerId the signed-in person */
export function describeAction(pending: PendingAction, viewerId: string): ActionText {
  const { request } = pending;
  const { object, stays } = kindTexts[request.kind];
  const name = request.requesterName;
  switch (pending.kind) {
    case 'confirm': {
      const others = request.preAcceptedBy.length - 1;
      return {
        title: `Scambi ${object} con ${pending.offer.name}?`,
        confirmLabel: 'Conferma lo scambio',
        content: (
          <>
            <Outcome request={request} offer={pending.offer} />
            <p className="text-soft">
              I turni cambiano subito in tutti e due i calendari.
              {others > 0 ? ` ${others === 1 ? 'L’altra offerta decade' : 'Le altre offerte decadono'}.` : ''}
            </p>
            <NotesHint request={request} />
          </>
        ),
      };
    }
    case 'pre-accept': {
      const { gives, receives, preview } = describeExchange(request, viewerId);
      return {
        title: `Pre-accetti la richiesta di ${name}?`,
        confirmLabel: 'Pre-accetta',
        content: (
          <>
            {preview ? <WeeksPreview {...preview} /> : <DutyPair gives={gives} receives={receives} />}
            {request.kind === 'settimana' ? <p>Riposi, ferie e malattia restano dove sono.</p> : null}
            <NotesHint request={request} />
            <p className="text-soft">Lo scambio è fatto quando {name} conferma.</p>
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
    default:
      return {
        title: 'Elimini la richiesta?',
        confirmLabel: 'Elimina la richiesta',
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

/** Before a swap of holidays: entries move whole weeks away, and people wonder about what they wrote in them. */
function NotesHint({ request }: { request: ExchangeRequest }) {
  if (request.kind !== 'ferie') return null;
  return (
    <p className="text-soft">
      Le tue note restano nei loro giorni: se uno resta vuoto, diventa riposo con la sua nota.
    </p>
  );
}

/** What each of the two has now and would have then. */
function Outcome({ request, offer }: { request: ExchangeRequest; offer: Offer }) {
  const preview = offerPreview(offer);
  if (preview) return <WeeksPreview {...preview} />;
  return (
    <>
      <p>{capitalised(formatLongDay(request.requestedDate))}</p>
      <BeforeAndAfter own={request.offeredShift} offer={offer} />
    </>
  );
}

function BeforeAndAfter({ own, offer }: { own: DatedDuty; offer: Offer }) {
  const [firstName] = offer.name.split(' ');
  const head = 'pb-1 text-left text-caption font-semibold text-soft';
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr>
          <td />
          <th scope="col" className={head}>
            Adesso
          </th>
          <th scope="col" className={head}>
            Dopo lo scambio
          </th>
        </tr>
      </thead>
      <tbody>
        <PersonRow name="Tu" before={own} after={offer.offeredShift} />
        <PersonRow name={firstName ?? offer.name} before={offer.offeredShift} after={own} />
      </tbody>
    </table>
  );
}

function PersonRow({ name, before, after }: { name: string; before: DatedDuty; after: DatedDuty }) {
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="w-1/4 py-3 pr-3 text-left font-semibold">
        {name}
      </th>
      <td className="py-3 pr-3 text-soft">
        <DutyCell duty={before} />
      </td>
      <td className="py-3">
        <DutyCell duty={after} isStrong />
      </td>
    </tr>
  );
}

function DutyCell({ duty, isStrong = false }: { duty: DatedDuty; isStrong?: boolean }) {
  return (
    <>
      {timeLines(duty).map((times) => (
        <span key={times} className={isStrong ? 'block font-semibold' : 'block'}>
          {times}
        </span>
      ))}
      <span className="block text-caption text-soft">{kindText(duty)}</span>
    </>
  );
}
