import type { ExchangeKind, ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { kindTexts } from './kindTexts.ts';

const conjunction = new Intl.ListFormat('it', { type: 'conjunction' });
/** With more, names are a list to read rather than something to know. */
const mostNames = 3;

const namesOf = ({ preAcceptedBy }: ExchangeRequest): string =>
  preAcceptedBy.length > mostNames ? '' : `: ${conjunction.format(preAcceptedBy.map((offer) => offer.name))}`;

/** Before an own open request is withdrawn: who will be told. */
export function withdrawalText(request: ExchangeRequest): string {
  const count = request.preAcceptedBy.length;
  if (count === 0) return 'Nessun collega ha ancora pre-accettato, quindi nessuno riceve un avviso.';
  if (count === 1) return `Un collega ha pre-accettato e riceverà un avviso${namesOf(request)}.`;
  return `${count} colleghi hanno pre-accettato e riceveranno un avviso${namesOf(request)}.`;
}

/**
 * What a change does to the offers that an own request has received; null while there are none.
 *
 * @param isOther something else than what was published is chosen
 */
export function offersText(request: ExchangeRequest, isOther: boolean): string | null {
  const count = request.preAcceptedBy.length;
  const { otherOffer, harmless } = kindTexts[request.kind];
  if (count === 0) return null;
  if (isOther) {
    return count === 1
      ? `Con ${otherOffer}, l’offerta che hai ricevuto decade e chi l’ha fatta riceve un avviso.`
      : `Con ${otherOffer}, le ${count} offerte che hai ricevuto decadono e chi le ha fatte riceve un avviso.`;
  }
  return count === 1
    ? `Hai ricevuto un’offerta: resta valida se cambi ${harmless}, decade con ${otherOffer}.`
    : `Hai ricevuto ${count} offerte: restano valide se cambi ${harmless}, decadono con ${otherOffer}.`;
}

/** How many colleagues could take what is offered if it were published now. */
export function prospectText(count: number, kind: ExchangeKind): string {
  if (count === 0) {
    return `Per ora nessun collega può accettare: la richiesta resta aperta e ${kindTexts[kind].hope}.`;
  }
  return count === 1 ? '1 collega può accettare adesso' : `${count} colleghi possono accettare adesso`;
}
