import { useQuery } from '@tanstack/react-query';
import { Handshake, Undo2, X } from 'lucide-react';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { useAction } from '../../data/useAction.ts';
import { Button } from '../../ui/Button.tsx';
import { changedByExchanges, failures, rejectExchange, usePreAccept } from '../actions.ts';
import { exchangeRequestQuery, type ShownRequest } from '../api.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { kindTexts } from '../kindTexts.ts';
import { type CardActions, firstNameOf, hasOffer } from './requestState.ts';

interface ColleagueActionsProps {
  request: ShownRequest;
  actions: CardActions;
}

/** A colleague's actions on a request. */
export function ColleagueActions({ request, actions }: ColleagueActionsProps) {
  const { ask } = useExchangeScreen();
  if (actions.canWithdraw) {
    return (
      <Button
        variant="quiet"
        onClick={() => ask({ kind: 'withdraw', request })}
        icon={Undo2}
        aria-label={`Annulla pre-accettazione dello scambio con ${request.requesterName}`}
      >
        Annulla pre-accettazione
      </Button>
    );
  }
  if (!actions.preAccept && !actions.refusal && !actions.canReject) return null;
  return (
    <>
      {actions.refusal ? <Refusal what="Non puoi accettarla." reason={actions.refusal} /> : null}
      <Answers request={request} actions={actions} />
    </>
  );
}

/** Pre-accept and reject; while one is pending, the other is disabled. */
function Answers({ request, actions }: ColleagueActionsProps) {
  const { ask, takeFocus } = useExchangeScreen();
  const preAccept = usePreAccept({ onAsk: ask, onDone: takeFocus });
  const reject = useAction({
    run: () => rejectExchange(request.id),
    changes: changedByExchanges,
    done: () => ({ title: 'Richiesta rifiutata', text: 'Se cambi idea la trovi in Rifiutati/Annullati.' }),
    ...failures.rejectRequest,
    onDone: takeFocus,
  });
  const yes = actions.preAccept === 'again' ? 'Ci ho ripensato: pre-accetta' : 'Pre-accetta';
  return (
    <div className="flex flex-wrap gap-2">
      {actions.preAccept ? (
        <Button
          isPending={preAccept.isPending}
          disabled={reject.isPending}
          onClick={() => preAccept.start(request)}
          icon={Handshake}
          aria-label={`${yes} lo scambio con ${request.requesterName}`}
          className="grow"
        >
          {yes}
        </Button>
      ) : null}
      {actions.canReject ? (
        <Button
          variant="quiet"
          disabled={preAccept.isPending}
          isPending={reject.isPending}
          onClick={() => reject.start(null)}
          icon={X}
          aria-label={`Rifiuta lo scambio con ${request.requesterName}`}
        >
          Rifiuta
        </Button>
      ) : null}
      {actions.preAccept ? (
        <p className="w-full text-caption text-soft">
          Ti va bene; poi conferma {firstNameOf(request.requesterName)}.
        </p>
      ) : null}
    </div>
  );
}

interface RefusalProps {
  /** 'Non puoi accettarla.' */
  what: string;
  /** A complete sentence. */
  reason: string;
}

/** Explains why there is no button. */
export function Refusal({ what, reason }: RefusalProps) {
  return (
    <p className="rounded-md border border-line px-3 py-2 text-soft">
      <span className="font-medium">{what}</span> {reason}
    </p>
  );
}

interface MirrorProps {
  requestId: string;
  /** Whether the person has published their request already. */
  isPublished: boolean;
  /** Called to pre-accept the mirror image. */
  onAsk: (request: ExchangeRequest) => void;
  /** Called to open the mirror image, already pre-accepted. */
  onMirror: (request: ExchangeRequest) => void;
}

/** Offers to pre-accept a colleague's request that mirrors this one. */
export function Mirror({ requestId, isPublished, onAsk, onMirror }: MirrorProps) {
  const { data: request } = useQuery(exchangeRequestQuery(requestId));
  if (!request || !(hasOffer(request) || request.preAccept.isAllowed)) return null;
  // already rejected: listed among the rejected ones
  if (isPublished && request.userHasRejected) return null;
  const isDone = hasOffer(request);
  const name = request.requesterName;
  return (
    <section aria-label="Scambio perfetto" className="rounded-md border border-accent bg-accent-soft p-4">
      <p className="font-semibold">
        {name} cerca proprio {kindTexts[request.kind].yours}
      </p>
      <p>
        {isDone
          ? 'Hai già pre-accettato la sua richiesta: manca solo la sua conferma.'
          : `E offre quello che cerchi tu: pre-accetta la sua richiesta, ${isPublished ? 'o aspetta che accetti la tua' : 'non serve pubblicarne un’altra'}.`}
      </p>
      <Button
        variant={isDone ? 'quiet' : 'primary'}
        className="mt-3"
        icon={isDone ? undefined : Handshake}
        onClick={() => (isDone ? onMirror(request) : onAsk(request))}
      >
        {isDone ? 'Vedi la richiesta' : 'Pre-accetta la sua richiesta'}
      </Button>
    </section>
  );
}
