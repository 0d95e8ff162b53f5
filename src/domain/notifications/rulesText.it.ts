import { offeredKindsText } from '../exchanges/kinds.ts';
import type { RestMode } from '../rest/limits.ts';
import type { ApprovalMode } from '../worksites/swapPolicy.ts';
import type { FactsOf } from './facts.ts';
import type { NotificationText } from './texts.it.ts';

const rest: Record<RestMode, string> = {
  off: 'Gli scambi ora non controllano più il riposo tra i turni.',
  avviso: 'Prima di uno scambio che lascia poco riposo ora leggi un avviso.',
  blocco: 'Uno scambio che lascia troppo poco riposo ora non si può fare.',
};

const approvals: Record<ApprovalMode, string> = {
  automatica: 'Gli scambi confermati ora valgono subito.',
  automatica_senza_avvisi: 'Gli scambi che lasciano poco riposo ora aspettano un’approvazione.',
  sempre: 'Gli scambi confermati ora aspettano un’approvazione.',
};

const cutoffText = (hours: number): string =>
  hours === 0
    ? 'Gli scambi ora si confermano fino all’inizio del turno.'
    : `Gli scambi ora si confermano fino a ${hours} ore prima del turno.`;

/** To everybody of a worksite, when the CEO has changed what it asks of swaps. */
export function rulesChangedText({
  rest: mode,
  cutoffHours,
  kinds,
  approval,
}: FactsOf<'rules_changed'>): NotificationText {
  const sentences = [
    mode && rest[mode],
    cutoffHours !== null && cutoffText(cutoffHours),
    kinds && offeredKindsText(kinds),
    approval && approvals[approval],
  ];
  return {
    type: 'rules_changed',
    title: 'Regole degli scambi cambiate',
    message: sentences.filter(Boolean).join(' '),
  };
}
