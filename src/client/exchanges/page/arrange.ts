import type { ExchangeRow, ExchangeTab } from '../../../domain/exchanges/schema.ts';

/** A part of a tab with its own heading. */
export interface RequestPart {
  id: 'perfetti' | 'altri' | 'non-accettabili' | 'tocca-a-te' | 'in-attesa' | 'tutti';
  /** null if the tab has only one part. */
  title: string | null;
  /** In the server's order. */
  requests: readonly ExchangeRow[];
  /** Initially collapsed. */
  isFolded: boolean;
}

/** Whether a colleague asks for exactly the viewer's duty. */
const isPerfect = (row: ExchangeRow): boolean =>
  row.preAccept.isAllowed &&
  (row.isMirrored ||
    row.kind === 'ferie' ||
    (row.ownDuties[0] !== undefined && row.requestedShiftType === row.ownDuties[0].shiftType));

/** The non-empty parts of a tab, in order. */
export function partsOf(tab: ExchangeTab, requests: readonly ExchangeRow[], viewerId: string): RequestPart[] {
  const part = (
    id: RequestPart['id'],
    title: string | null,
    isIn: (one: ExchangeRow) => boolean,
  ): RequestPart => ({ id, title, requests: requests.filter(isIn), isFolded: id === 'non-accettabili' });
  const isOwn = ({ requesterId }: ExchangeRow): boolean => requesterId === viewerId;
  const isTaxi = requests.some(({ weeks }) => weeks !== null);
  const parts: Partial<Record<ExchangeTab, RequestPart[]>> = {
    disponibili: [
      part('perfetti', `Chi cerca proprio ${isTaxi ? 'la tua settimana' : 'il tuo turno'}`, isPerfect),
      part('altri', 'Altre che puoi accettare', (one) => one.preAccept.isAllowed && !isPerfect(one)),
      part('non-accettabili', 'Queste non puoi accettarle', (one) => !one.preAccept.isAllowed),
    ],
    'pre-accettati': [
      part('tocca-a-te', 'Tocca a te', (one) => isOwn(one) && !one.isAwaitingApproval),
      part('in-attesa', 'In attesa degli altri', (one) => !isOwn(one) || one.isAwaitingApproval),
    ],
  };
  return (parts[tab] ?? [part('tutti', null, () => true)]).filter((one) => one.requests.length > 0);
}
