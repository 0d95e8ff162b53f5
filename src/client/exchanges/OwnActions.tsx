import { Pencil, Trash2 } from 'lucide-react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { Button } from '../ui/Button.tsx';
import { useExchangeScreen } from './exchangeScreen.ts';
import { whenOf } from './kindTexts.ts';
import { OfferList } from './OfferList.tsx';

/** What the requester can do with an open request: take or refuse an offer, change it, withdraw it. */
export function OwnActions({ request }: { request: ExchangeRequest }) {
  const { ask, edit } = useExchangeScreen();
  const when = whenOf(request);
  return (
    <>
      {request.preAcceptedBy.length > 0 ? <OfferList request={request} /> : null}
      <div className="-mx-2 -mb-2 flex border-t border-line pt-1 md:-mb-3">
        <Button
          variant="plain"
          size="small"
          onClick={() => edit(request)}
          icon={<Pencil aria-hidden="true" className="size-5" />}
          aria-label={`Modifica la richiesta per ${when}`}
          className="flex-1"
        >
          Modifica
        </Button>
        <Button
          variant="plain"
          size="small"
          onClick={() => ask({ kind: 'delete', request })}
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          aria-label={`Elimina la richiesta per ${when}`}
          className="flex-1"
        >
          Elimina
        </Button>
      </div>
    </>
  );
}
