import { Handshake, Undo2, X } from 'lucide-react';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { Button } from '../../ui/Button.tsx';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { usePreAccept } from '../usePreAccept.ts';
import type { CardActions } from './exchangeActions.ts';
import { usePostponedActions } from './usePostponedActions.ts';

interface ColleagueActionsProps {
  request: ExchangeRequest;
  actions: CardActions;
}

/** What a colleague can do with somebody else's request. */
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

/** Yes and no; while the yes is in progress the no waits. */
function Answers({ request, actions }: ColleagueActionsProps) {
  const { ask, takeFocus } = useExchangeScreen();
  const preAccept = usePreAccept({ onAsk: ask, onDone: takeFocus });
  const { reject } = usePostponedActions();
  const yes = actions.preAccept === 'again' ? 'Ci ho ripensato: pre-accetta' : 'Pre-accetta';
  return (
    <div className="flex flex-wrap gap-2">
      {actions.preAccept ? (
        <Button
          isPending={preAccept.isPending}
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
          onClick={() => reject(request)}
          icon={X}
          aria-label={`Rifiuta lo scambio con ${request.requesterName}`}
        >
          Rifiuta
        </Button>
      ) : null}
    </div>
  );
}

interface RefusalProps {
  /** 'Non puoi accettarla.' */
  what: string;
  /** A whole sentence. */
  reason: string;
}

/** Stands where a button would, and says why there is none. */
export function Refusal({ what, reason }: RefusalProps) {
  return (
    <p className="rounded-md border border-line px-3 py-2 text-soft">
      <span className="font-medium">{what}</span> {reason}
    </p>
  );
}
