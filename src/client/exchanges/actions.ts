import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../domain/call.ts';
import type { ChangeExchange, CreateExchange } from '../../domain/exchanges/schema.calls.ts';
import type { ExchangeRequest, ExchangeRow, PublicationAnswer } from '../../domain/exchanges/schema.ts';
import { undoBy } from '../data/undo.ts';
import { type Action, useAction } from '../data/useAction.ts';
import { type Failure, HttpError } from '../http/httpError.ts';
import { call } from '../http/request.ts';
import {
  exchangeRequestQuery,
  isCard,
  type Offer,
  restQuery,
  type RowOffer,
  type ShownRequest,
} from './api.ts';
import { notifiedText } from './cardTexts.ts';

/** Verbatim from the specification (section 8). */
export const failures = {
  create: { failed: 'Non è stato possibile creare la richiesta', invalid: 'Errore Validazione' },
  update: { failed: 'Non è stato possibile aggiornare la richiesta', invalid: 'Errore Validazione' },
  delete: {
    failed: 'Richiesta non cancellata',
    fallback: 'Impossibile cancellare la richiesta. Riprova più tardi.',
  },
  preAccept: { failed: 'Non è stato possibile pre-accettare la richiesta' },
  cancelPreAccept: { failed: 'Non è stato possibile annullare la pre-accettazione' },
  confirm: { failed: 'Non è stato possibile completare lo scambio' },
  rejectOffer: { failed: "Non è stato possibile rifiutare l'offerta" },
  rejectRequest: { failed: 'Non è stato possibile rifiutare la richiesta' },
} as const satisfies Record<string, Failure>;

/** An action that needs confirmation. */
export type PendingAction =
  | { kind: 'confirm'; request: ExchangeRequest; offer: Offer }
  | { kind: 'pre-accept'; request: ExchangeRequest }
  | { kind: 'refuse'; request: ShownRequest; offer: RowOffer }
  /** `clear` removes a closed request from the list. */
  | { kind: 'withdraw' | 'delete' | 'clear'; request: ShownRequest };

/** Marks a shift whose length differs from the contract's. */
export const wrongDuration = 'Durata errata';

/** An action's answer: the current request. */
export type ActionAnswer = AnswerOf<'PUT /api/exchange-requests/:id'>;

/** A confirmation's answer; without `canSendMails` if the first response was lost. */
export type ConfirmationAnswer = ActionAnswer &
  Partial<AnswerOf<'POST /api/exchange-requests/:id/final-confirm'>>;

export const publishExchange = (body: CreateExchange): Promise<PublicationAnswer> =>
  call('POST /api/exchange-requests', { body });

export const updateExchange = (id: string, body: ChangeExchange): Promise<ActionAnswer> =>
  call('PUT /api/exchange-requests/:id', { params: { id }, body });

/** Withdraws an own request, or removes a closed one from the list. Succeeds if it no longer exists. */
export async function deleteExchange(id: string): Promise<void> {
  await call('DELETE /api/exchange-requests/:id', { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof HttpError && error.code === 'not_found')) throw error;
  });
}

/**
 * @param version of the request as displayed
 * @param shiftId the chosen own shift, if several could be given
 */
const preAcceptExchange = (id: string, version: string, shiftId?: string): Promise<ActionAnswer> =>
  call('POST /api/exchange-requests/:id/pre-accept', { params: { id }, body: { version, shiftId } });

/** Shown after withdrawing a pre-acceptance, which the server treats as a rejection. */
export const withdrawn = {
  title: 'Pre-accettazione annullata',
  text: 'Se ci ripensi la trovi in Rifiutati/Annullati.',
};

/** A pre-acceptance's answer, and whether it replaced a rejection. */
export type PreAcceptance = ActionAnswer & { wasRejected: boolean };

/** The action that pre-accepts a request as displayed. `shiftId`: see `preAcceptExchange`. */
export const preAccepting = {
  run: async (
    { id, version, userHasRejected: wasRejected }: ExchangeRow,
    shiftId?: string,
  ): Promise<PreAcceptance> => ({ ...(await preAcceptExchange(id, version, shiftId)), wasRejected }),
  done: ({ request }: ActionAnswer) => ({
    title: 'Richiesta pre-accettata',
    text: `Ora tocca a ${request.requesterName} confermare: la trovi in Pre-Accettati.`,
    duration: 4000,
    see: `/exchanges?tab=pre-accettati&highlight=${request.id}`,
  }),
  undo: undoBy(({ request, wasRejected }: PreAcceptance) => ({
    run: () => withdrawOffer(request.id, !wasRejected),
    done: withdrawn.title,
    text: wasRejected ? withdrawn.text : 'La richiesta è di nuovo tra le Disponibili.',
  })),
  ...failures.preAccept,
} satisfies Action<ExchangeRow, PreAcceptance>;

export const rejectExchange = (id: string): Promise<ActionAnswer> =>
  call('POST /api/exchange-requests/:id/reject', { params: { id } });

/** Withdraws the own pre-acceptance. `isUndo`: made by mistake, so the request stays available. */
export const withdrawOffer = (id: string, isUndo = false): Promise<ActionAnswer> =>
  call('DELETE /api/exchange-requests/:id/cancel-pre-accept', {
    params: { id },
    ...(isUndo && { body: { isUndo } }),
  });

/** Refuses a colleague's offer on an own request. */
export const refuseOffer = (id: string, accepterUserId: string): Promise<ActionAnswer> =>
  call('DELETE /api/exchange-requests/:id/cancel-pre-accept', {
    params: { id },
    body: { accepterUserId },
  });

/**
 * Confirms a colleague's offer. If the response to a first try was lost, a retry finds the request closed: that counts
 * as success if this swap closed it.
 *
 * @param offer as displayed
 */
export async function confirmExchange(
  id: string,
  { userId: accepterUserId, version }: Pick<Offer, 'userId' | 'version'>,
): Promise<ConfirmationAnswer> {
  try {
    return await call('POST /api/exchange-requests/:id/final-confirm', {
      params: { id },
      body: { accepterUserId, version },
    });
  } catch (error) {
    if (!(error instanceof HttpError && error.code === 'exchange_closed')) throw error;
    const closed = await call('GET /api/exchange-requests/:id', { params: { id } });
    if (closed.status !== 'completata' || closed.responderId !== accepterUserId) throw error;
    return { request: closed };
  }
}

/** The lists that any action on a request may change. */
export const changedByExchanges = ['exchange-requests', 'notifications', 'shifts', 'completed'] as const;

/** Toast and undo of every publication. */
export const publishing: Pick<Action<unknown, PublicationAnswer>, 'done' | 'undo' | 'failed'> = {
  done: ({ request, toldCount }) => ({
    title: 'Richiesta creata',
    text: notifiedText(toldCount, request.kind),
    see: `/exchanges?tab=${request.tab ?? 'mie'}&highlight=${request.id}`,
  }),
  undo: undoBy(({ request }) => ({
    run: () => deleteExchange(request.id),
    done: 'Richiesta cancellata!',
  })),
  ...failures.create,
};

/**
 * Whether a pre-acceptance needs no confirmation: weeks, days and swaps with too little rest do. If the rest check
 * cannot be fetched, the server's own check remains.
 */
export async function isPlain(client: QueryClient, { id, kind }: ExchangeRow): Promise<boolean> {
  if (kind !== 'turno') return false;
  const rest = await client.query(restQuery({ id })).catch(() => null);
  return !rest || rest.own.length + rest.other.length === 0;
}

interface PreAcceptEnds {
  /** Called if confirmation is needed. */
  onAsk: (action: PendingAction) => void;
  onDone: () => void;
}

/** Pre-accepts from a button: at once if `isPlain`, otherwise a dialog asks, using the whole card. */
export function usePreAccept({ onAsk, onDone }: PreAcceptEnds) {
  const client = useQueryClient();
  return useAction<ShownRequest, PreAcceptance | null>({
    ...failures.preAccept,
    changes: changedByExchanges,
    run: async (request) => {
      if (await isPlain(client, request)) return preAccepting.run(request);
      const card = isCard(request) ? request : await client.query(exchangeRequestQuery(request.id));
      onAsk({ kind: 'pre-accept', request: card });
      return null;
    },
    done: (answer) => answer && preAccepting.done(answer),
    undo: (answer, ...given) => (answer ? preAccepting.undo(answer, ...given) : undefined),
    onDone: (answer) => {
      if (answer) onDone();
    },
  });
}
