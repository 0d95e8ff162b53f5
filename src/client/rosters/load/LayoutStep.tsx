import { X } from 'lucide-react';
import type { Day } from '../../../domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf } from '../../../domain/calendar/month.ts';
import { cellAt, type Layout, type Shape, widthOf } from '../../../domain/rosters/table.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { Details } from './AskedFirst.tsx';
import { problemTexts } from './readingTexts.ts';
import type { RosterReading, RosterSource } from './useRosterReading.ts';

interface LayoutStepProps {
  source: RosterSource;
  sheetIndex: number;
  onSheet: (index: number) => void;
  roster: Pick<RosterReading, 'reading' | 'correct' | 'corrections'> &
    Partial<Pick<RosterReading, 'isRecalled' | 'forget'>>;
  today: Day;
}

const shapes: readonly SelectOption<Shape>[] = [
  { id: 'grid', label: 'Una riga per persona' },
  { id: 'list', label: 'Una riga per turno' },
];

/** 'A' to 'Z', 'AA' … */
const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26));

const first = (text: string): string => (text === '' ? '' : ` · ${text.replace(/\s+/g, ' ').slice(0, 24)}`);

export function LayoutStep({ source, sheetIndex, onSheet, roster, today }: LayoutStepProps) {
  const { layout } = roster.reading;
  const months = Array.from({ length: 16 }, (_, index) => addMonths(monthOf(today), index - 2));
  const hasNoPlaces = layout.problem === 'no_shape' || layout.problem === 'no_names';
  const known = layout.month !== null && !months.includes(layout.month) ? [layout.month, ...months] : months;
  return (
    <div className="@container flex flex-col gap-4">
      <div className="grid grid-cols-1 gap-4 @sm:grid-cols-2 @2xl:grid-cols-3">
        {source.sheets.length > 1 && (
          <Select
            label="Foglio"
            options={source.sheets.map(({ name }, index) => ({ id: String(index), label: name }))}
            value={String(sheetIndex)}
            onChange={(id) => onSheet(Number(id))}
          />
        )}
        <Select
          label="Com’è fatto"
          options={shapes}
          value={layout.shape}
          onChange={(shape) => roster.correct({ shape })}
        />
        <Select
          label="Mese del primo giorno"
          options={known.map((month) => ({ id: month, label: formatMonth(month) }))}
          value={layout.month}
          onChange={(month) => roster.correct({ month })}
          {...(layout.problem === 'no_month' || layout.problem === 'month_disagrees'
            ? { error: problemTexts[layout.problem] }
            : {})}
        />
      </div>
      {hasNoPlaces && layout.problem ? <Notice variant="warn">{problemTexts[layout.problem]}</Notice> : null}
      <Details title="Correggi righe e colonne" isOpen={hasNoPlaces}>
        <Places layout={layout} source={source} sheetIndex={sheetIndex} roster={roster} />
      </Details>
      <Unread layout={layout} />
      {roster.isRecalled && (
        <p className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
          Righe e colonne lette come l’ultima volta.
          <Button variant="quiet" size="small" onClick={roster.forget}>
            Leggi da capo
          </Button>
        </p>
      )}
    </div>
  );
}

function Places({
  layout,
  source,
  sheetIndex,
  roster,
}: Omit<LayoutStepProps, 'onSheet' | 'today'> & { layout: Layout }) {
  const table = source.sheets[sheetIndex]?.rows ?? [];
  const rows = Array.from({ length: Math.min(table.length, 40) }, (_, row) => ({
    id: String(row),
    label: `Riga ${row + 1}${first((table[row] ?? []).find((text) => text !== '') ?? '')}`,
  }));
  const headerRow = layout.headerRow ?? 0;
  const columns = Array.from({ length: Math.min(widthOf(table), 120) }, (_, column) => ({
    id: String(column),
    label: `Colonna ${columnName(column)}${first(cellAt(table, headerRow, column))}`,
  }));
  const shown = (place: number | null | undefined): string | null =>
    place === null || place === undefined ? null : String(place);
  const { ignoredColumns = [], firstPeopleRow } = roster.corrections;
  const below = rows.filter((_, row) => row > headerRow);
  return (
    <div className="flex flex-col gap-4">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
        <Select
          label={layout.shape === 'grid' ? 'Riga dei giorni' : 'Riga dei titoli'}
          options={rows}
          value={shown(layout.headerRow)}
          onChange={(row) => roster.correct({ headerRow: Number(row) })}
        />
        <Select
          label="Colonna dei nomi"
          options={columns}
          value={shown(layout.nameColumns[0])}
          onChange={(column) => roster.correct({ nameColumns: [Number(column)] })}
        />
        {layout.shape === 'grid' && (
          <Select
            label="Prima colonna dei giorni"
            options={columns}
            value={shown(layout.firstDayColumn)}
            onChange={(column) => roster.correct({ firstDayColumn: Number(column) })}
          />
        )}
        <Select
          label={layout.shape === 'grid' ? 'Prima riga di una persona' : 'Prima riga di un turno'}
          options={below}
          value={shown(firstPeopleRow ?? layout.rows[0]?.row)}
          onChange={(row) => roster.correct({ firstPeopleRow: Number(row) })}
        />
        <Select
          label="Colonna da ignorare"
          placeholder="Nessun’altra"
          options={columns.filter(({ id }) => !ignoredColumns.includes(Number(id)))}
          value={null}
          onChange={(column) => roster.correct({ ignoredColumns: [...ignoredColumns, Number(column)] })}
        />
      </div>
      {ignoredColumns.length > 0 && (
        <ul aria-label="Colonne ignorate" className="flex flex-wrap gap-2">
          {ignoredColumns.map((column) => (
            <li key={column}>
              <Button
                variant="quiet"
                size="small"
                icon={X}
                onClick={() =>
                  roster.correct({ ignoredColumns: ignoredColumns.filter((other) => other !== column) })
                }
              >
                <span className="sr-only">Leggi di nuovo: </span>
                {columns[column]?.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Unread({ layout }: { layout: Layout }) {
  const { unreadColumns, unreadRows } = layout;
  if (unreadColumns.length === 0 && unreadRows.length === 0) return null;
  const rows = unreadRows
    .slice(0, 12)
    .map((row) => row + 1)
    .join(', ');
  return (
    <p className="text-caption text-soft">
      {unreadColumns.length > 0 && `Colonne lasciate fuori: ${unreadColumns.join(', ')}. `}
      {unreadRows.length > 0 && `Righe senza nome o senza data, lasciate fuori: ${rows}.`}
    </p>
  );
}
