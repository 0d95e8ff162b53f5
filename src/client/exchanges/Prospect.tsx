import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Handshake, Users } from 'lucide-react';
import { useState } from 'react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { Button } from '../ui/Button.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { exchangeRequestQuery, type OfferSought, previewQuery } from './api.ts';
import { prospectText } from './cardTexts.ts';
import { hasOffer } from './exchangeActions.ts';
import { kindTexts } from './kindTexts.ts';
import QuestionDialog from './QuestionDialog.tsx';

interface ProspectProps {
  /** What would be published, and can be. */
  offer: OfferSought;
  /** A colleague's request was pre-accepted instead, or is to be looked at. */
  onMirror: (request: ExchangeRequest) => void;
}

/** What publishing would meet: how many colleagues could accept now, and a request that is the mirror image. */
export function Prospect({ offer, onMirror }: ProspectProps) {
  const { kind } = offer;
  const preview = useQuery({ ...previewQuery(offer), placeholderData: keepPreviousData });
  // kept here, since what it asks about may be no mirror image any more by the time it is answered
  const [asked, setAsked] = useState<ExchangeRequest | null>(null);
  if (preview.isError) return null;
  const mirror = preview.data?.mirror;
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="flex min-h-7 items-start gap-2">
        <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        {preview.data ? (
          <p className="font-medium">{prospectText(preview.data.colleagueCount, kind)}</p>
        ) : (
          <Skeleton className="mt-1 h-5 w-64" />
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {mirror && !preview.isPlaceholderData ? (
          <Mirror requestId={mirror.requestId} onAsk={setAsked} onMirror={onMirror} />
        ) : null}
      </div>
      {asked ? (
        <QuestionDialog
          question={{ kind: 'pre-accept', request: asked }}
          onClose={() => setAsked(null)}
          onDone={(answer) => onMirror(answer ?? asked)}
        />
      ) : null}
    </div>
  );
}

interface MirrorProps extends Pick<ProspectProps, 'onMirror'> {
  requestId: string;
  /** The person wants to pre-accept it. */
  onAsk: (request: ExchangeRequest) => void;
}

/** Offers to pre-accept the request of a colleague who wants just this swap. */
function Mirror({ requestId, onAsk, onMirror }: MirrorProps) {
  const { data: request } = useQuery(exchangeRequestQuery(requestId));
  if (!request || !(hasOffer(request) || request.preAccept.isAllowed)) return null;
  const isDone = hasOffer(request);
  const name = request.requesterName;
  return (
    <section aria-label="Scambio perfetto" className="rounded-md border border-accent bg-accent-soft p-4">
      <h3 className="font-semibold">
        {name} cerca proprio {kindTexts[request.kind].yours}
      </h3>
      <p>
        {isDone
          ? 'Hai già pre-accettato la sua richiesta: manca solo la sua conferma.'
          : 'E offre quello che cerchi tu: pre-accetta la sua richiesta, non serve pubblicarne un’altra.'}
      </p>
      <Button
        variant={isDone ? 'quiet' : 'primary'}
        className="mt-3"
        icon={isDone ? null : <Handshake aria-hidden="true" className="size-5" />}
        onClick={() => (isDone ? onMirror(request) : onAsk(request))}
      >
        {isDone ? 'Vedi la richiesta' : 'Pre-accetta la sua richiesta'}
      </Button>
    </section>
  );
}
