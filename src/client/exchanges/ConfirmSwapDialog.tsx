import { formatLongDay } from '../../domain/calendar/day.ts';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { DatedDuty } from '../../domain/shifts/rules.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { confirmExchange } from './actions.ts';
import { capitalised, kindText, timeLines } from './dutyText.ts';
import { failures } from './failures.ts';
import { kindTexts } from './kindTexts.ts';
import { LostNotes } from './LostNotes.tsx';
import type { Offer } from './offer.ts';
import { offerPreview } from './swapPreview.ts';
import type { Change } from './useStanding.ts';
import { WeeksPreview } from './WeeksPreview.tsx';

interface ConfirmSwapDialogProps {
  /** An own request and the offer its owner wants to take. */
  choice: { request: ExchangeRequest; offer: Offer };
  change: Change;
  onClose: () => void;
  onDone: (request: ExchangeRequest) => void;
}

/** Asks the requester to confirm a swap, showing both people's day before and after. */
export function ConfirmSwapDialog({ choice, change, onClose, onDone }: ConfirmSwapDialogProps) {
  const { request, offer } = choice;
  const others = request.preAcceptedBy.length - 1;
  const { object, swapped } = kindTexts[request.kind];
  return (
    <ActionDialog
      title={`Scambi ${object} con ${offer.name}?`}
      confirmLabel="Conferma lo scambio"
      action={{
        run: () => confirmExchange(request.id, offer),
        done: () => ({
          title: 'Scambio completato',
          text: swapped,
          duration: 5000,
        }),
        ...failures.confirm,
        onDone: (answer) => onDone(answer.request),
      }}
      change={change}
      isDecision
      onClose={onClose}
    >
      <Outcome request={request} offer={offer} />
      <p className="text-soft">
        I turni cambiano subito in tutti e due i calendari e vi arriva un’email.
        {others > 0 ? ` ${others === 1 ? 'L’altra offerta decade' : 'Le altre offerte decadono'}.` : ''}
      </p>
      <LostNotes kind={request.kind} />
    </ActionDialog>
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
      <th scope="row" className="max-w-24 py-3 pr-3 text-left font-semibold break-words">
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
