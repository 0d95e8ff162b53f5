import type { AuditEntry } from '../../domain/admin/schema.ts';

export interface AuditFact {
  /** Path to the value in plain words: 'richiedente 1 · inizio'. */
  name: string;
  before: string;
  after: string;
}

/** Italian names of record fields; others keep their own name. */
const words: Record<string, string> = {
  requester: 'richiedente',
  accepter: 'collega',
  date: 'data',
  day: 'data',
  startTime: 'inizio',
  start_time: 'inizio',
  endTime: 'fine',
  end_time: 'fine',
  shiftType: 'tipo di turno',
  shift_type: 'tipo di turno',
  workLocation: 'giornata',
  work_location: 'giornata',
  name: 'nome',
  description: 'descrizione',
  isActive: 'attivo',
  is_active: 'attivo',
  mayReviewCodes: 'approva i codici',
  mayApproveSwaps: 'approva gli scambi',
  mayLoadShifts: 'carica i turni',
  accessCodeChanged: 'codice di accesso cambiato',
  role: 'ruolo',
  status: 'stato',
  people: 'persone',
  shifts: 'turni',
  requests: 'richieste',
  swaps: 'scambi',
  operationCodes: 'codici',
  table: 'elenco',
  personal: 'dato personale cambiato',
  swapPolicy: 'scambi',
  cutoffHours: 'ore prima del turno',
  kinds: 'tipi offerti',
  approval: 'approvazione',
  rosterMode: 'turni del tabellone',
  restRules: 'riposo',
  mode: 'controllo',
  limits: 'limiti',
  dailyRestHours: 'riposo tra due giornate',
  weeklyRestHours: 'riposo settimanale',
  averageWeekHours: 'media a settimana',
  nightHours: 'turno di notte',
  daysInRow: 'giorni di fila',
  withNotes: 'con le note',
  withAbsences: 'con le assenze',
};

const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && /^[\da-f]{8}-[\da-f-]{27}$/.test(value);

/**
 * Values before and after; unchanged ones are omitted unless there are no others. Identifiers are only in the exported
 * file.
 */
export function factsOf(entry: Pick<AuditEntry, 'before' | 'after' | 'targetType'>): AuditFact[] {
  const old = flatten(entry.before);
  const current = flatten(entry.after);
  const names = [...new Set([...old.keys(), ...current.keys()])];
  const facts = names.map((name) => ({ name, before: old.get(name) ?? '', after: current.get(name) ?? '' }));
  const changed = facts.filter((fact) => fact.before !== fact.after);
  const shown = changed.length > 0 ? changed : facts;
  // a call made in Modalità CEO: the request
  return entry.targetType.includes(' /')
    ? [{ name: 'chiamata', before: '', after: entry.targetType }, ...shown]
    : shown;
}

function flatten(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined || isIdentifier(value)) return into;
  if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) flatten(inner, extend(path, key), into);
    return into;
  }
  into.set(path, textOf(value));
  return into;
}

/** List positions count from 1 and follow the list's name. */
function extend(path: string, key: string): string {
  if (/^\d+$/.test(key)) return `${path} ${Number(key) + 1}`.trim();
  const word = words[key] ?? key;
  return path === '' ? word : `${path} · ${word}`;
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sì' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
