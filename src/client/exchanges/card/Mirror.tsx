import { useQuery } from '@tanstack/react-query';
import { Handshake } from 'lucide-react';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { Button } from '../../ui/Button.tsx';
import { exchangeRequestQuery } from '../api.ts';
import { kindTexts } from '../kindTexts.ts';
import { hasOffer } from './exchangeActions.ts';

interface MirrorProps {
  requestId: string;
  /** The person has published theirs already; else the colleague's makes it needless. */
  isPublished: boolean;
  /** The person wants to pre-accept it. */
  onAsk: (request: ExchangeRequest) => void;
  /** They have pre-accepted it already, and want to look at it. */
  onMirror: (request: ExchangeRequest) => void;
}

/** Offers to pre-accept the request of a colleague who wants just this swap. */
export function Mirror({ requestId, isPublished, onAsk, onMirror }: MirrorProps) {
  const { data: request } = useQuery(exchangeRequestQuery(requestId));
  if (!request || !(hasOffer(request) || request.preAccept.isAllowed)) return null;
  // who has said no to it finds it among the rejected ones
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
