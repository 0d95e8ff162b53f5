/** Wording that the product's Italian texts avoid, and its replacement. */
interface Refused {
  found: RegExp;
  instead: string;
}

/** One word per concept. Texts are compared with collapsed whitespace. */
const refused: readonly Refused[] = [
  { found: /e-mail/i, instead: 'email' },
  { found: /\b(?:la|una|le|delle|alla|della) mail\b/i, instead: 'email' },
  { found: /\bcollegament[oi]\b/i, instead: 'link' },
  { found: /\bintanto\b/i, instead: 'nel frattempo' },
  { found: /\b(?:un )?altro collega\b/i, instead: 'un’altra persona' },
  { found: /(?<!\bin )\bcambio\b/i, instead: 'scambio' },
  { found: /\bcodic[ei] accesso\b/i, instead: 'codice di accesso' },
  { found: /\bcodic[ei] (?:di )?operazion[ei]\b/i, instead: 'codice operativo' },
  { found: /\bpre ?accett(?!at[ae]\b)/i, instead: 'pre-accettazione, pre-accettare' },
  { found: /(?<!')\britir(?:a|are|ata|ate|ato|i|iamo)\b(?! di)/i, instead: 'annullare (a pre-accettazione)' },
  {
    found:
      /\belimin\w+(?: (?:il|la|i|le|un|una|questo|questa|tuo|tua))* (?:turn[oi]|giornat[ae]|richiest[ae])\b|\b(?:turno|giornata|richiesta) (?:è stat[oa] )?eliminat[oa]\b/i,
    instead: 'cancellare',
  },
  {
    found:
      /\bcancell\w+ (?:(?:il |i |un |questo |tu )*(?:tuo )?(?:l’|un’)?)(?:codic[ei]|cantier[ei]|account)\b/i,
    instead: 'eliminare',
  },
  { found: /\b(?:account|cantiere|codice) (?:è (?:stato )?)?cancellat/i, instead: 'eliminato' },
  { found: /\bgiorn[oi] liber[oi]\b/i, instead: 'vuoto: Libero is a type of day' },
  {
    found: /\bsei (?:già |stato )?(?:collegato|entrato|iscritto|registrato|uscito)\b/i,
    instead: 'a neutral form',
  },
  {
    found: /\b(?:resta|restare|resti|tiene|rimani) collegato\b/i,
    instead: 'a neutral form, such as Ricordami',
  },
  { found: /^Status \p{Ll}|\b(?:allo|dello|lo|nello|sullo) status\b/u, instead: 'stato' },
  { found: /\d\d:\d\d ?- ?\d\d:\d\d/, instead: 'an en dash between times' },
  {
    found:
      /(?<![\p{L}'])(?:[\p{L}]*[ltv]l|c|ch|com|cos|d|dov|l|m|n|quest|s|senz|t|tutt|un|v)'(?=[aeiouhàèéìòù])/iu,
    instead: 'the apostrophe ’',
  },
  {
    found: /(?<![\p{L}'])(?:e|perche|piu|po|puo)'(?=[\s.,;:!?])/iu,
    instead: 'the apostrophe ’, or an accent',
  },
];

/** Specified texts, allowed as a whole. */
const fixedTexts: ReadonlySet<string> = new Set([
  'Il tuo cambio turno diventa semplice',
  'Codice accesso richiesto',
  'Vuoi un altro orario o il giorno libero?',
  'Il giorno libero',
  'Codice accesso non valido per il cantiere selezionato',
  "Account disattivato. Contatta l'amministratore.",
  "L'orario di fine deve essere successivo all'orario di inizio",
  "Impossibile accedere all'account dell'utente",
  "Errore nell'aggiornamento del profilo",
  "Errore nell'aggiornamento dello status",
  "Errore nell'aggiunta del turno",
  "Errore nell'eliminazione del codice",
  "Errore nell'inserimento del codice",
  "Errore durante l'aggiornamento",
  "Non è stato possibile rifiutare l'offerta",
]);

/** Files with texts that people read: the product and its demo, not tests. */
const showsTexts = (path: string): boolean => /^(?:src|db)\//.test(path) && !/\.test\.tsx?$/.test(path);

/**
 * Why a text is not allowed in a file, or null.
 *
 * @param text a string, a part of a template between its placeholders, or text between tags
 */
export function refusedWord(path: string, text: string): string | null {
  if (!showsTexts(path)) return null;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const isName = /^[a-z_]+$/.test(line);
  if (isName || fixedTexts.has(line)) return null;
  for (const { found, instead } of refused) {
    const [words] = found.exec(line) ?? [];
    if (words !== undefined) return `‘${words}’ is not a word of the product: ${instead}`;
  }
  return null;
}

/** Words that names in code avoid, with their replacement. Each part of a name is compared. */
const refusedParts: ReadonlyMap<string, string> = new Map([
  ['deed', 'operation'],
  ['entrance', 'sign-in'],
  ['mood', 'behaviour'],
  ['patience', 'timeout'],
  ['patiently', 'retry'],
  ['prospect', 'preview'],
  ['reseal', 're-encrypt'],
  ['seal', 'encrypt'],
  ['seize', 'take over'],
  ['stake', 'affected'],
  ['unseal', 'decrypt'],
  ['untold', 'not notified'],
]);

/** Why a name is not allowed in code, or null. */
export function refusedName(name: string): string | null {
  for (const part of name.split(/(?=\p{Lu})|[^\p{L}]+/u)) {
    const word = part.toLowerCase().replace(/s$/, '');
    const instead = refusedParts.get(word);
    if (instead !== undefined) return `‘${part}’ is not a standard term: ${instead}`;
  }
  return null;
}
