import type { Day, Week } from '../../../domain/calendar/day.ts';
import { formatMonth, monthOf } from '../../../domain/calendar/month.ts';
import type { Absence, Meaning } from '../../../domain/rosters/meaning.ts';
import type { ReadCell, Reading } from '../../../domain/rosters/reading.ts';
import type { RosterOutcome } from '../../../domain/rosters/schema.answers.ts';
import type { RosterDuty } from '../../../domain/rosters/schema.ts';
import { formatClockTimes } from '../../../domain/shifts/duty.ts';

export const cellProblemTexts: Record<NonNullable<ReadCell['problem']>, string> = {
  weekday: 'il giorno della settimana non corrisponde alla data. Controlla il mese, o correggi il file',
  no_such_day: 'il mese non ha questo giorno. Controlla il mese, o correggi il file',
  two_entries: 'il giorno compare due volte, con orari diversi. Lascia nel file quello giusto',
  no_day: 'la data non si legge. Scrivila come 5/12/2026',
  unclear_span:
    'dal primo all’ultimo giorno gli orari possono valere in più modi. Nel file scrivi un giorno per riga',
  unknown_text: 'significato da indicare',
};

export const dutyText = (duty: RosterDuty): string => {
  const times = formatClockTimes(duty);
  return duty.workLocation === 'smart_working' ? `smart working ${times}` : times;
};

const absenceTexts: Record<Absence, string> = { libero: 'Libero', ferie: 'Ferie', malattia: 'Malattia' };

export function meaningText(meaning: Meaning): string {
  if (meaning.kind === 'work') return dutyText(meaning.duty);
  if (meaning.kind === 'skip') return 'Da ignorare';
  return meaning.absence ? absenceTexts[meaning.absence] : 'Non lavora';
}

export const shownText = (text: string): string => (text === '' ? 'cella vuota' : `«${text}»`);

export const outcomeTexts: Record<RosterOutcome, [one: string, many: string]> = {
  new: ['turno nuovo', 'turni nuovi'],
  changed: ['turno cambiato', 'turni cambiati'],
  missing: ['turno da togliere', 'turni da togliere'],
  swapped: ['già scambiato', 'già scambiati'],
  on_offer: ['in una richiesta di scambio', 'in richieste di scambio'],
  refused: ['non ammesso', 'non ammessi'],
  same: ['giorno uguale', 'giorni uguali'],
  past: ['giorno passato', 'giorni passati'],
};

export const daysOfReading = ({ people }: Reading): Day[] =>
  [...new Set(people.flatMap(({ cells }) => cells.flatMap(({ day }) => day ?? [])))].toSorted();

/** 'dicembre 2026', 'dicembre 2026 – gennaio 2027' */
export const periodText = ({ from, to }: Week): string =>
  [...new Set([monthOf(from), monthOf(to)])].map(formatMonth).join(' – ');
