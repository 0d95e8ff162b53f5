import { useQuery } from '@tanstack/react-query';
import type { ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { exchangeRequestQuery } from '../api.ts';
import { cardGrid, ExchangeCard } from '../card/ExchangeCard.tsx';
import { isShownAbove } from './linkedRequestTab.ts';

interface LinkedRequestProps {
  id: string;
  /** The one that is open. */
  tab: ExchangeTab;
  /** Whether more can be loaded there. */
  hasMore: boolean;
  isHighlighted: boolean;
}

/** A request that was asked for and is not among those listed, above them; nothing once it has left the tab. */
export function LinkedRequest({ id, tab, hasMore, isHighlighted }: LinkedRequestProps) {
  const { data: request, isSuccess } = useQuery(exchangeRequestQuery(id));
  if (!isSuccess || !isShownAbove(request, tab, hasMore)) return null;
  return (
    <section aria-labelledby="richiesta-cercata" className="mb-6 border-b border-line pb-6">
      <h3 id="richiesta-cercata" className="mb-3 text-lead font-semibold">
        La richiesta che cercavi
      </h3>
      <div className={cardGrid}>
        <ExchangeCard request={request} isHighlighted={isHighlighted} />
      </div>
    </section>
  );
}
