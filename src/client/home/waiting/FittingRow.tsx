import { Link } from 'react-router';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { usePreAccept } from '../../exchanges/actions.ts';
import { firstNameOf } from '../../exchanges/card/requestState.ts';
import { whenOf } from '../../exchanges/kindTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { addressOf, type SwapAnswers } from './SwapRows.tsx';
import { matchHandsOver } from './texts.ts';

/** A colleague's request for the person's own shift, with buttons to pre-accept and to open it. */
export function FittingRow({ request, onAsk, onDone }: SwapAnswers & { request: ExchangeRow }) {
  const { start, isPending } = usePreAccept({ onAsk, onDone });
  const name = request.requesterName;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 md:px-4">
      <Link to={addressOf(request)} className="min-w-0 flex-1 basis-40 hover:text-accent">
        <span className="tabular block font-semibold">
          {firstNameOf(name)} · {whenOf(request)}
        </span>
        <span className="tabular block text-caption text-soft">{matchHandsOver(request)}</span>
      </Link>
      <Button
        variant="quiet"
        size="small"
        isPending={isPending}
        onClick={() => start(request)}
        aria-label={`Pre-accetta lo scambio con ${name}, ${whenOf(request)}`}
      >
        Pre-accetta
      </Button>
    </li>
  );
}
