import { useQuery } from '@tanstack/react-query';
import type { ExchangeTab } from '../../domain/exchanges/schema.ts';
import { exchangeRequestQuery } from './api.ts';
import { cardGrid } from './cardLook.ts';
import { ExchangeCard } from './ExchangeCard.tsx';

interface SoughtCardProps {
  id: string;
  tab: ExchangeTab;
  isHighlighted: boolean;
}

/** A request that was asked for and is not among those loaded, above their list; nothing once it has left the tab. */
export function SoughtCard({ id, tab, isHighlighted }: SoughtCardProps) {
  const { data: request, isSuccess } = useQuery(exchangeRequestQuery(id));
  if (!isSuccess || request.tab !== tab) return null;
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
