import { formatMediumDay } from '../../../domain/calendar/day.ts';
import type { Ignored } from '../../../domain/rosters/findMapping.ts';
import type { ColumnMeaning, Field, MappingProblem, RowMeaning } from '../../../domain/rosters/mapping.ts';

export const problemTexts: Record<MappingProblem, string> = {
  no_days:
    'Non trovo i giorni. Indica la riga dei titoli o la colonna dei giorni; se i giorni vanno in giù e le persone in orizzontale, premi Ruota.',
  no_month: 'Di che mese è il primo giorno? Nel file non è chiaro.',
  no_first_day: 'Di che giorno è la prima colonna? Nel file ci sono solo i giorni della settimana.',
  month_disagrees:
    'I giorni della settimana non corrispondono al mese scritto nel file. Scegli tu il mese del primo giorno.',
  month_past: 'Il mese scritto nel file è già passato. Scegli tu il mese del primo giorno.',
  month_far: 'Il mese scritto nel file è tra più di un anno. Scegli tu il mese del primo giorno.',
  no_names: 'Non trovo la colonna dei nomi: indicala tu.',
};

const fieldTexts: Record<Field, string> = {
  name: 'Nome',
  surname: 'Cognome',
  day: 'Giorno',
  until: 'Fine il giorno',
  start: 'Inizio',
  end: 'Fine',
  start2: 'Inizio 2',
  end2: 'Fine 2',
  code: 'Turno o causale',
  break: 'Pausa',
  ignore: 'Ignora',
  asked: 'Che cos’è?',
};

const partTexts = { start: ', inizio', end: ', fine', start2: ', inizio 2', end2: ', fine 2' };

/** '1 dic', '1 dic, inizio' */
export function columnText(meaning: ColumnMeaning): string {
  if (typeof meaning === 'string') return fieldTexts[meaning];
  const { day, part } = meaning;
  const shown = day === null ? 'Giorno da indicare' : formatMediumDay(day).split(' ').slice(1, 3).join(' ');
  return `${shown}${part ? partTexts[part] : ''}`;
}

export const rowTexts: Record<RowMeaning, string> = {
  head: 'Titoli',
  data: 'Leggi',
  ignore: 'Ignora',
  asked: 'Nascosta: la leggo?',
};

/** 'A' to 'Z', 'AA' … */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26));

const cells = (count: number): string => (count === 1 ? '1 cella' : `${count} celle`);
const mostNamed = 12;

/** 'Non leggo: «Pausa» (8 celle), riga 7 «Totale» (5 celle).' Empty where all is read. */
export function ignoredText({ columns, rows }: Ignored): string {
  const named = [
    ...columns.map(({ column, head, filled }) => {
      const name =
        head === '' ? `colonna ${columnName(column)}` : `colonna «${head.replace(/\s+/g, ' ').slice(0, 40)}»`;
      return `${name} (${cells(filled)})`;
    }),
    ...rows.map(({ row, text, filled }) => `riga ${row + 1} «${text.slice(0, 40)}» (${cells(filled)})`),
  ];
  if (named.length === 0) return '';
  const further = named.length - mostNamed;
  const rest = further > 0 ? ` e ${further === 1 ? 'un’altra' : `altre ${further}`}` : '';
  return `Non leggo: ${named.slice(0, mostNamed).join(', ')}${rest}.`;
}
