import type { ExchangeRow, ExchangeTab } from '../../../domain/exchanges/schema.ts';

/** A part of a tab under a heading of its own. */
export interface RequestPart {
  id: 'perfetti' | 'altri' | 'non-accettabili' | 'tocca-a-te' | 'in-attesa' | 'tutti';
  /** null where the tab has one part only. */
  title: string | null;
  /** In the order in which the server lists them. */
  requests: readonly ExchangeRow[];
  /** Behind its heading until that is pressed. */
  isFolded: boolean;
}

/** Whether a colleague asks for just what the viewer would give. */
const isPerfect = (row: ExchangeRow): boolean =>
  row.preAccept.isAllowed &&
  (row.isMirrored ||
    row.kind === 'ferie' ||
    (row.ownDuties[0] !== undefined && row.requestedShiftType === row.ownDuties[0].shiftType));

/** The parts of a tab in their order, without those that are empty. */
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
