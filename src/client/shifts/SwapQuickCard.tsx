import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { exchangeListQuery } from '../exchanges/api.ts';
import { whenOf } from '../exchanges/kindTexts.ts';
import { CardLink } from '../ui/Card.tsx';

/** Leads to the exchange screen; straight to the own request where a colleague's offer waits for an answer. */
export function SwapQuickCard() {
  const { user, worksite } = useSignedIn();
  const { data } = useInfiniteQuery(exchangeListQuery('pre-accettati'));
  const requests = data?.pages.flatMap((page) => page.requests) ?? [];
  const waiting = requests
    .filter(({ requesterId, preAcceptanceCount }) => requesterId === user.id && preAcceptanceCount > 0)
    .toSorted((one, other) => (one.requestedDate < other.requestedDate ? -1 : 1));
  const [first] = waiting;
  const icon = <ArrowLeftRight aria-hidden="true" />;
  if (!first) {
    return (
      <CardLink to="/exchanges" title={titles[worksite.variant]} icon={icon}>
        Le richieste dei colleghi e le tue
      </CardLink>
    );
  }
  return (
    <CardLink to={`/exchanges?highlight=${first.id}`} title="Uno scambio aspetta la tua conferma" icon={icon}>
      {offerText(first)}
      {waiting.length > 1 && (waiting.length === 2 ? ', e un’altra' : `, e altre ${waiting.length - 1}`)}
    </CardLink>
  );
}

const titles: Record<WorksiteVariant, string> = {
  standard: 'Scambia un turno',
  taxi: 'Scambia una settimana',
};

/** 'Marco Bianchi accetta il tuo turno di mer 25 nov', '3 colleghi accettano la settimana sab 5 – ven 11 dic' */
function offerText(request: ExchangeRequest): string {
  const { kind, preAcceptedBy, preAcceptanceCount } = request;
  const [only] = preAcceptedBy;
  const who =
    preAcceptanceCount === 1 && only ? `${only.name} accetta` : `${preAcceptanceCount} colleghi accettano`;
  return `${who} ${kind === 'turno' ? 'il tuo turno di ' : ''}${whenOf(request)}`;
}
