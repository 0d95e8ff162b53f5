import { RotateCw } from 'lucide-react';
import type { Day, Week } from '../../../domain/calendar/day.ts';
import { addMonths, formatMonth, monthOf } from '../../../domain/calendar/month.ts';
import { turnMapping } from '../../../domain/rosters/editMapping.ts';
import { ignoredOf } from '../../../domain/rosters/findMapping.ts';
import type { Edits, Shape } from '../../../domain/rosters/mapping.ts';
import type { Reading } from '../../../domain/rosters/reading.ts';
import { mostRosterDays } from '../../../domain/rosters/schema.ts';
import { periodsOf } from '../../../domain/rosters/sheets.ts';
import { DayField } from '../../shifts/picker/DayField.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select, type SelectOption } from '../../ui/Select.tsx';
import { MappedTable } from './MappedTable.tsx';
import { ignoredText, problemTexts } from './mappingTexts.ts';
import { periodText } from './readingTexts.ts';
import type { RosterSource } from './useRosterReading.ts';

interface MapStepProps {
  source: RosterSource;
  sheetIndex: number;
  onSheet: (index: number) => void;
  reading: Reading;
  edits: Edits;
  onEdit: (edits: Edits) => void;
  period: Week | null;
  onPeriod: (period: Week) => void;
  /** Whether the layout of an earlier file is used. */
  isRecalled: boolean;
  onForget: () => void;
  today: Day;
}

const shapes: readonly SelectOption<Shape>[] = [
  { id: 'grid', label: 'Una riga per persona' },
  { id: 'list', label: 'Una riga per turno' },
];

/** The table with the detected meaning of each column and row, correctable in place. */
export function MapStep(props: MapStepProps) {
  const { source, sheetIndex, reading, edits, onEdit } = props;
  const { mapping, table } = reading;
  const sheets = source.sheets.map(({ name, isHidden }, index) => ({
    id: String(index),
    label: isHidden ? `${name} (nascosto)` : name,
  }));
  const ignored = ignoredText(ignoredOf(table, mapping));
  return (
    <div className="flex flex-col gap-4">
      <div className="@container">
        <div className="grid grid-cols-1 items-end gap-4 @sm:grid-cols-2 @2xl:grid-cols-3">
          {sheets.length > 1 && (
            <Select
              label="Foglio"
              options={sheets}
              value={String(sheetIndex)}
              onChange={(id) => props.onSheet(Number(id))}
            />
          )}
          <Select
            label="Com’è fatto"
            options={shapes}
            value={mapping.shape}
            onChange={(shape) => onEdit({ isTurned: mapping.isTurned, shape })}
          />
          <FirstDays {...props} />
          {reading.span && (reading.needsPeriod || props.period) && (
            <PeriodSelect span={reading.span} value={props.period} onChange={props.onPeriod} />
          )}
        </div>
      </div>
      <AskedNotice reading={reading} />
      <MappedTable reading={reading} edits={edits} onEdit={onEdit} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="quiet" size="small" icon={RotateCw} onClick={() => onEdit(turnMapping(mapping))}>
          Ruota
        </Button>
        {props.isRecalled && (
          <p className="flex flex-wrap items-center gap-x-3 text-caption text-soft">
            Colonne lette come l’ultima volta.
            <Button variant="plain" size="small" onClick={props.onForget}>
              Leggi da capo
            </Button>
          </p>
        )}
      </div>
      {ignored && <p className="text-caption text-soft">{ignored}</p>}
    </div>
  );
}

/** The first day's month, or the first day itself if the table has only weekdays. */
function FirstDays({ reading: { mapping }, edits, onEdit, today }: MapStepProps) {
  const { month, problem } = mapping;
  if (problem === 'no_first_day' || edits.firstDay !== undefined) {
    return (
      <DayField
        label="Primo giorno"
        value={edits.firstDay ?? null}
        onChange={(firstDay) => firstDay !== null && onEdit({ ...edits, firstDay })}
        error={problem === 'no_first_day' ? problemTexts[problem] : undefined}
      />
    );
  }
  const isOpen =
    problem === 'no_month' ||
    problem === 'month_disagrees' ||
    problem === 'month_past' ||
    problem === 'month_far';
  if (mapping.shape === 'list' && month === null && !isOpen) return null;
  const near = Array.from({ length: 16 }, (_, index) => addMonths(monthOf(today), index - 2));
  const months = month === null || near.includes(month) ? near : [month, ...near];
  return (
    <Select
      label="Mese del primo giorno"
      options={months.map((one) => ({ id: one, label: formatMonth(one) }))}
      value={isOpen ? null : month}
      onChange={(chosen) => onEdit({ ...edits, month: chosen })}
      error={isOpen ? problemTexts[problem] : undefined}
    />
  );
}

function PeriodSelect(props: { span: Week; value: Week | null; onChange: (period: Week) => void }) {
  const periods = periodsOf(props.span);
  const keyOf = ({ from, to }: Week): string => `${from} ${to}`;
  return (
    <Select
      label="Quali giorni carico?"
      hint={`Il file ne ha di più: al massimo ${mostRosterDays} giorni alla volta.`}
      options={periods.map((period) => ({ id: keyOf(period), label: periodText(period) }))}
      value={props.value && keyOf(props.value)}
      onChange={(id) => {
        const chosen = periods.find((period) => keyOf(period) === id);
        if (chosen) props.onChange(chosen);
      }}
    />
  );
}

function AskedNotice({ reading: { mapping } }: { reading: Reading }) {
  const { columns, rows, problem } = mapping;
  const asked = columns.filter((meaning) => meaning === 'asked').length;
  const hidden = rows.filter((meaning) => meaning === 'asked').length;
  const isSaidHere = problem === 'no_days' || problem === 'no_names';
  if (asked === 0 && hidden === 0 && !isSaidHere) return null;
  return (
    <Notice variant="warn">
      {isSaidHere && <p>{problemTexts[problem]}</p>}
      {asked > 0 && (
        <p>
          {asked === 1
            ? 'Una colonna non ha un’intestazione che conosco: indica che cos’è.'
            : `${asked} colonne non hanno un’intestazione che conosco: indica che cosa sono.`}
        </p>
      )}
      {hidden > 0 && (
        <p>
          {hidden === 1
            ? 'Una riga è nascosta nel foglio: indica se leggerla.'
            : `${hidden} righe sono nascoste nel foglio: indica se leggerle.`}
        </p>
      )}
    </Notice>
  );
}
