import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import type { Action } from '../../data/useAction.ts';
import { type ActionAnswer, preAcceptExchange, withdrawOffer } from '../actions.ts';
import { failures } from '../failures.ts';

/** Pre-accepting a request, wherever it is done from. */
export const preAccepting = (request: ExchangeRequest): Action<null, ActionAnswer> => ({
  run: () => preAcceptExchange(request.id, request.version),
  done: () => ({
    title: 'Richiesta pre-accettata',
    text: `Ora tocca a ${request.requesterName} confermare: la trovi in Pre-Accettati.`,
    duration: 4000,
    see: `/exchanges?tab=pre-accettati&highlight=${request.id}`,
  }),
  undo: () => ({ run: () => withdrawOffer(request.id), done: 'Pre-accettazione annullata' }),
  ...failures.preAccept,
});
