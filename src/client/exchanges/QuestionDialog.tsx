import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { deleteExchange, refuseOffer, withdrawOffer } from './actions.ts';
import { withdrawalText } from './cardTexts.ts';
import { ConfirmSwapDialog } from './ConfirmSwapDialog.tsx';
import type { Question } from './exchangeScreen.ts';
import { failures } from './failures.ts';
import { kindTexts, whatOf, whatOffered, whenOf } from './kindTexts.ts';
import type { Offer } from './offer.ts';
import { PreAcceptDialog } from './PreAcceptDialog.tsx';
import { type Change, useStanding } from './useStanding.ts';

interface QuestionDialogProps<Asked> {
  question: Asked;
  onClose: () => void;
  /** It was done; with the request as it is then, unless that is gone. */
  onDone: (request?: ExchangeRequest) => void;
}

type AskedProps<Asked> = QuestionDialogProps<Asked> & { change: Change };

/** Asks before something is done that others notice; follows what becomes of it while the question stands. */
export default function QuestionDialog({ question: opened, onClose, onDone }: QuestionDialogProps<Question>) {
  const { question, change } = useStanding(opened);
  const shared = { change, onClose, onDone };
  switch (question.kind) {
    case 'confirm':
      return <ConfirmSwapDialog choice={question} {...shared} />;
    case 'pre-accept':
      return <PreAcceptDialog request={question.request} {...shared} />;
    case 'refuse':
      return <RefuseDialog question={question} {...shared} />;
    case 'withdraw':
      return <WithdrawDialog question={question} {...shared} />;
    default:
      return <DeleteDialog question={question} {...shared} />;
  }
}

function RefuseDialog(props: AskedProps<{ request: ExchangeRequest; offer: Offer }>) {
  const { question, change, onClose, onDone } = props;
  const { request, offer } = question;
  return (
    <ActionDialog
      title={`Rifiuti l’offerta di ${offer.name}?`}
      confirmLabel="Rifiuta offerta"
      action={{
        run: () => refuseOffer(request.id, offer.userId),
        done: ({ request: { status } }) => ({
          title: 'Offerta rifiutata',
          text: status === 'aperta' ? undefined : 'Nessun altro poteva accettarla: la richiesta si è chiusa.',
        }),
        ...failures.rejectOffer,
        onDone: (answer) => onDone(answer.request),
      }}
      change={change}
      onClose={onClose}
    >
      <p>{whatOffered(request, offer.offeredShift)}.</p>
      <p className="text-soft">
        {offer.name} riceve un avviso e non può più offrirsi {kindTexts[request.kind].forIt}. La tua richiesta
        resta aperta finché un altro collega può accettarla: se nessun altro può, si chiude.
      </p>
    </ActionDialog>
  );
}

function WithdrawDialog(props: AskedProps<{ request: ExchangeRequest }>) {
  const { question, change, onClose, onDone } = props;
  const { id, requesterName: name } = question.request;
  return (
    <ActionDialog
      title="Annulli la pre-accettazione?"
      confirmLabel="Annulla pre-accettazione"
      cancelLabel="Torna indietro"
      action={{
        run: () => withdrawOffer(id),
        done: ({ request: { status } }) => ({
          title: 'Pre-accettazione annullata',
          text:
            status === 'aperta'
              ? 'Se ci ripensi la trovi in Rifiutati/Annullati.'
              : 'Nessun altro poteva accettarla: la richiesta si è chiusa.',
        }),
        ...failures.cancelPreAccept,
        onDone: (answer) => onDone(answer.request),
      }}
      change={change}
      onClose={onClose}
    >
      <p>
        Scambio con {name}, {whenOf(question.request)}.
      </p>
      <p className="text-soft">
        {name} riceve un avviso. La richiesta passa in Rifiutati/Annullati: finché è aperta puoi ripensarci,
        ma se nessun altro può accettarla, si chiude.
      </p>
    </ActionDialog>
  );
}

function DeleteDialog(props: AskedProps<{ request: ExchangeRequest }>) {
  const { question, change, onClose, onDone } = props;
  const { request } = question;
  return (
    <ActionDialog
      title="Elimini la richiesta?"
      confirmLabel="Elimina la richiesta"
      isDanger
      action={{
        run: () => deleteExchange(request.id),
        done: () => ({ title: 'Richiesta cancellata' }),
        ...failures.delete,
        onDone: () => onDone(),
      }}
      change={change}
      onClose={onClose}
    >
      <p>{whatOf(request)}.</p>
      <p>{withdrawalText(request)}</p>
      <p className="text-soft">{kindTexts[request.kind].stays}</p>
    </ActionDialog>
  );
}
