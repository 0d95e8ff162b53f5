import type { Day } from '../../../domain/calendar/day.ts';
import type { Absence, Meaning } from '../../../domain/rosters/legend.ts';
import type { ReadCell, Reading } from '../../../domain/rosters/reading.ts';
import type { RosterOutcome } from '../../../domain/rosters/schema.answers.ts';
import type { RosterDuty } from '../../../domain/rosters/schema.ts';
import type { LayoutProblem } from '../../../domain/rosters/table.ts';
import { formatClockTimes } from '../../../domain/shifts/duty.ts';

export const problemTexts: Record<LayoutProblem, string> = {
  no_shape:
    'Non trovo né una riga con i giorni né un elenco di turni. Controlla il foglio, oppure indica tu la riga dei giorni.',
  no_month: 'Di che mese è il primo giorno? Nel file non è chiaro.',
  month_disagrees:
    'I giorni della settimana non corrispondono al mese scritto nel file. Scegli tu il mese del primo giorno.',
  no_names: 'Non trovo la colonna dei nomi: indicala tu.',
};

export const cellProblemTexts: Record<NonNullable<ReadCell['problem']>, string> = {
  weekday: 'il giorno della settimana non corrisponde alla data. Controlla il mese, o correggi il file',
  no_such_day: 'il mese non ha questo giorno. Controlla il mese, o correggi il file',
  second_row:
    'la persona ha due righe. Nel file scrivi i due orari in una cella sola (6-10 14-18), o togli la riga che non serve',
  second_column:
    'il giorno ha due colonne. Se una non contiene turni, ignorala in «Correggi righe e colonne»; altrimenti nel file scrivi tutto in una cella',
  other_person:
    'prima di questo giorno c’è una colonna con altri nomi. Se non sono nomi, ignorala in «Correggi righe e colonne»; altrimenti carica le due tabelle una alla volta',
  two_entries: 'il giorno compare due volte, con orari diversi. Lascia nel file quello giusto',
  no_day: 'la data non si legge. Scrivila come 5/12/2026',
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
