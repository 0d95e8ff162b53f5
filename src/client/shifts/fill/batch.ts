import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Month } from '../../../domain/calendar/month.ts';
import { takeBackMinutes } from '../../../domain/shifts/bulk.ts';
import type { ShiftBatch, TakenBack } from '../../../domain/shifts/schema.ts';
import { undoBy } from '../../data/undo.ts';
import { useAction } from '../../data/useAction.ts';
import { call } from '../../http/request.ts';
import type { ToastContent } from '../../ui/toast.ts';
import { changedByShifts } from '../api.ts';
import { fullestMonth } from '../dayLists.ts';

/** The last batch, kept while it can be taken back: the day's sheet offers that too. */
interface LastBatch {
  id: string;
  shiftIds: ReadonlySet<string>;
}

const lastBatchKey = ['last-batch'] as const;

/** The default would drop it after five minutes without an observer. */
const storeBatch = (client: QueryClient, batch: LastBatch): void => {
  client.setQueryDefaults(lastBatchKey, { gcTime: takeBackMinutes * 60_000 });
  client.setQueryData<LastBatch>(lastBatchKey, batch);
};

const forget = (client: QueryClient): void => client.removeQueries({ queryKey: lastBatchKey });

/** The last batch, if the entry is part of it. */
export function useBatchOf(shiftId: string): LastBatch | null {
  const { data } = useQuery<LastBatch | null>({
    queryKey: lastBatchKey,
    queryFn: () => null,
    enabled: false,
  });
  return data?.shiftIds.has(shiftId) ? data : null;
}

const takeBack = (id: string): Promise<TakenBack> => call('DELETE /api/shifts/bulk/:id', { params: { id } });

/**
 * Records entries of many days, all or none; the toast takes them back.
 *
 * @param onDone gets the month that has most of them
 */
export const useFilling = (onDone: (month: Month | undefined) => void) =>
  useAction({
    run: (body: Parameters<typeof call<'POST /api/shifts/bulk'>>[1]['body']) =>
      call('POST /api/shifts/bulk', { body }),
    changes: changedByShifts,
    failed: 'Impossibile inserire le giornate',
    fallback: 'Riprova.',
    done: ({ shifts }) => ({
      title: shifts.length === 1 ? 'Giornata aggiunta!' : `${shifts.length} giornate aggiunte!`,
      duration: 5000,
    }),
    undo: undoBy(({ id }: ShiftBatch) => ({ run: () => takeBack(id ?? ''), done: takenBackText })),
    onDone: ({ id, shifts }, _input, client) => {
      if (id) storeBatch(client, { id, shiftIds: new Set(shifts.map((shift) => shift.id)) });
      onDone(fullestMonth(shifts.map(({ date }) => date)));
    },
  });

/** Takes back the last batch, from an entry of it. */
export function useTakingBack(onDone: () => void) {
  const client = useQueryClient();
  return useAction({
    run: takeBack,
    changes: changedByShifts,
    failed: 'Impossibile annullare l’inserimento',
    fallback: 'Riprova.',
    done: takenBackText,
    onDone: () => {
      forget(client);
      onDone();
    },
    onRefused: () => forget(client),
  });
}

function takenBackText({ removed, restored, kept }: TakenBack): ToastContent {
  const back =
    restored > 0 ? ` ${restored === 1 ? 'Una è tornata' : `${restored} sono tornate`} com’era prima.` : '';
  const text =
    kept > 0 ? `${kept === 1 ? 'Ne resta una' : `Ne restano ${kept}`}, cambiate o in uno scambio.` : '';
  return {
    variant: 'info',
    title: removed === 1 ? 'Una giornata tolta' : `${removed} giornate tolte`,
    ...((back || text) && { text: `${back} ${text}`.trim() }),
  };
}
