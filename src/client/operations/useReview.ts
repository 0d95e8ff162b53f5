import type { Operation, ReviewAccount, ReviewOperations } from '../../domain/operations/schema.ts';
import { nameOfCode, statusNames } from '../../domain/operations/texts.it.ts';
import { useSignedIn } from '../auth/session.ts';
import { undoBy } from '../data/undo.ts';
import { useAction } from '../data/useAction.ts';
import type { ToastContent } from '../ui/toast.ts';
import { reopenOperation, reviewOperations } from './actions.ts';

export type Verdict = ReviewOperations['status'];

const words: Record<Verdict, string> = { approved: 'Approvati', rejected: 'Rifiutati' };

interface Review {
  operations: readonly Operation[];
  status: Verdict;
  reason?: string | undefined;
}

interface ReviewEnds {
  /** Once the list is up to date. */
  onDone?: () => void;
  onRefused?: () => void;
}

/** Reviews one or several codes. The CEO, who may reopen codes, can undo it from the toast. */
export function useReview({ onDone, onRefused }: ReviewEnds = {}) {
  const { isCeo } = useSignedIn().user;
  return useAction({
    changes: ['operations'],
    run: async ({ operations, status, reason }: Review) => {
      const account = await reviewOperations({ ids: operations.map(({ id }) => id), status, reason });
      return { ...account, status };
    },
    done: (account) => toldOf(account, account.status),
    failed: "Errore nell'aggiornamento dello status",
    undo: isCeo
      ? undoBy(({ reviewed }) => ({ run: () => reopenAll(reviewed), done: 'Di nuovo in attesa' }))
      : undefined,
    onRefetched: onDone,
    onRefused,
  });
}

/** Reopens a reviewed code; only for the CEO. */
export const useReopening = () =>
  useAction({
    changes: ['operations'],
    run: reopenOperation,
    done: (code) => ({
      title: 'Stato aggiornato!',
      text: `${nameOfCode(code)}: ${statusNames[code.status]}`,
    }),
    failed: "Errore nell'aggiornamento dello status",
  });

/** One after the other: each locks its code alone. */
async function reopenAll(operations: readonly Operation[]): Promise<void> {
  for (const { id } of operations) await reopenOperation(id);
}

/** The result toast: some codes may have been refused. */
function toldOf({ reviewed, refused }: ReviewAccount, status: Verdict): ToastContent {
  const [only, ...others] = reviewed;
  if (refused.length === 0) {
    const text =
      only && others.length === 0
        ? `${nameOfCode(only)}: ${statusNames[status]}`
        : `${words[status]}: ${reviewed.length}`;
    return { variant: 'success', title: 'Stato aggiornato!', text };
  }
  const text = `${words[status]}: ${reviewed.length} di ${reviewed.length + refused.length}`;
  return reviewed.length === 0
    ? { variant: 'error', title: 'Nessun codice aggiornato', text }
    : { variant: 'info', title: 'Non tutti i codici sono stati aggiornati', text };
}
