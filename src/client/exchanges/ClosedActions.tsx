import { ListX, RotateCcw } from 'lucide-react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { Button } from '../ui/Button.tsx';
import { deleteExchange } from './actions.ts';
import { useExchangeScreen } from './exchangeScreen.ts';
import { failures } from './failures.ts';
import { whenOf } from './kindTexts.ts';
import { Refusal } from './Refusal.tsx';
import { useExchangeAction } from './useExchangeAction.ts';
import { useRepublication } from './useRepublication.ts';

/** What the requester can do with a request that is closed: publish it again while the shift is theirs, or clear it. */
export function ClosedActions({ request }: { request: ExchangeRequest }) {
  const { republish, takeFocus } = useExchangeScreen();
  const { isThere, refusal } = useRepublication(request);
  const clear = useExchangeAction({
    run: deleteExchange,
    done: () => ({ title: 'Richiesta cancellata' }),
    ...failures.delete,
    onDone: takeFocus,
  });
  const when = whenOf(request);
  return (
    <>
      {refusal ? <Refusal what="Non puoi pubblicarla di nuovo." reason={refusal} /> : null}
      <div className="flex flex-wrap gap-2 *:grow *:whitespace-nowrap">
        {isThere && !refusal ? (
          <Button
            variant="quiet"
            disabled={clear.isPending}
            onClick={() => republish(request)}
            icon={<RotateCcw aria-hidden="true" className="size-5" />}
            aria-label={`Pubblica di nuovo la richiesta per ${when}`}
          >
            Pubblica di nuovo
          </Button>
        ) : null}
        <Button
          variant="plain"
          isPending={clear.isPending}
          onClick={() => clear.start(request.id)}
          icon={<ListX aria-hidden="true" className="size-5" />}
          aria-label={`Elimina dall’elenco la richiesta per ${when}`}
        >
          Elimina dall’elenco
        </Button>
      </div>
    </>
  );
}
