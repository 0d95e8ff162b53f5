import { ListX, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useSignedIn } from '../../auth/session.ts';
import { Button } from '../../ui/Button.tsx';
import type { ShownRequest } from '../api.ts';
import { useExchangeScreen } from '../exchangeScreen.ts';
import { useRepublication } from '../form/offerChoice.ts';
import { whenOf } from '../kindTexts.ts';
import { Refusal } from './ColleagueActions.tsx';
import { OfferList } from './OfferList.tsx';
import { ShareRequest } from './ShareRequest.tsx';

/** The requester's actions on an open request: confirm or refuse offers, edit, withdraw. */
export function OwnActions({ request }: { request: ShownRequest }) {
  const { ask, edit } = useExchangeScreen();
  const isAnswered = request.preAcceptedBy.length > 0;
  const when = whenOf(request);
  return (
    <>
      {isAnswered && !request.isAwaitingApproval ? <OfferList request={request} /> : null}
      <div className="-mx-2 -mb-2 flex flex-wrap border-t border-line pt-1 md:-mb-3">
        <ShareRequest request={request} />
        <Button
          variant="plain"
          size="small"
          onClick={() => edit(request)}
          icon={Pencil}
          aria-label={`Modifica la richiesta per ${when}`}
          className="grow"
        >
          Modifica
        </Button>
        <Button
          variant="plain"
          size="small"
          onClick={() => ask({ kind: 'delete', request })}
          icon={Trash2}
          aria-label={`Cancella la richiesta per ${when}`}
          className="grow"
        >
          Cancella
        </Button>
      </div>
    </>
  );
}

/** The requester's actions on a closed request: publish it again while the shift is theirs, or clear it. */
export function ClosedActions({ request }: { request: ShownRequest }) {
  const { ask, republish } = useExchangeScreen();
  const { isThere, refusal } = useRepublication(request);
  const isOffered = useSignedIn().worksite.swapPolicy.kinds.includes(request.kind);
  const when = whenOf(request);
  return (
    <>
      {refusal ? <Refusal what="Non puoi pubblicarla di nuovo." reason={refusal} /> : null}
      <div className="flex flex-wrap gap-2 *:grow">
        {isThere && !refusal && isOffered ? (
          <Button
            variant="quiet"
            onClick={() => republish(request)}
            icon={RotateCcw}
            aria-label={`Pubblica di nuovo la richiesta per ${when}`}
          >
            Pubblica di nuovo
          </Button>
        ) : null}
        <Button
          variant="plain"
          onClick={() => ask({ kind: 'clear', request })}
          icon={ListX}
          aria-label={`Togli dall’elenco la richiesta per ${when}`}
        >
          Togli dall’elenco
        </Button>
      </div>
    </>
  );
}
