import {
  dayChoices,
  editColumn,
  editRow,
  gridFields,
  listFields,
} from '../../../domain/rosters/editMapping.ts';
import type { ColumnMeaning, Edits, Mapping, RowMeaning } from '../../../domain/rosters/mapping.ts';
import type { Reading } from '../../../domain/rosters/reading.ts';
import { cellAt, columnsOf } from '../../../domain/rosters/table.ts';
import { classNames } from '../../ui/classNames.ts';
import { columnName, columnText, rowTexts } from './mappingTexts.ts';

interface MappedTableProps {
  reading: Reading;
  edits: Edits;
  onEdit: (edits: Edits) => void;
}

const mostRows = 12;
const cellLook = 'max-w-40 truncate border-b border-line px-2 py-1.5 whitespace-nowrap';

/** The first rows of a table, with a menu for the meaning of each column and row. */
export function MappedTable({ reading, edits, onEdit }: MappedTableProps) {
  const { mapping, table } = reading;
  const columns = columnsOf(table);
  const rows = shownRows(mapping);
  return (
    // the keyboard scrolls only what it can reach
    <div
      role="region"
      aria-label="Il file com’è"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-112 overflow-x-auto overflow-y-auto rounded-md border border-line bg-surface"
    >
      <table className="tabular border-separate border-spacing-0 text-caption">
        <thead>
          <tr>
            <td className="sticky top-0 left-0 z-20 border-b border-line bg-surface px-2" />
            {columns.map((column) => (
              <th key={column} scope="col" className="sticky top-0 z-10 border-b border-line bg-surface p-1">
                <ColumnMenu
                  mapping={mapping}
                  column={column}
                  onChange={(as) => onEdit(editColumn(mapping, edits, column, as))}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row} className={mapping.rows[row] === 'ignore' ? 'text-soft' : undefined}>
              <th scope="row" className="sticky left-0 z-10 border-b border-line bg-surface p-1 font-normal">
                <RowMenu
                  row={row}
                  value={mapping.rows[row] ?? 'ignore'}
                  onChange={(as) => onEdit(editRow(edits, row, as))}
                />
              </th>
              {columns.map((column) => (
                <td
                  key={column}
                  className={classNames(
                    cellLook,
                    mapping.rows[row] === 'head' && 'font-semibold',
                    mapping.columns[column] === 'ignore' && 'text-soft',
                    mapping.columns[column] === 'asked' && 'bg-warn-soft',
                  )}
                >
                  {cellAt(table, row, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.length > rows.length && (
        <p className="sticky left-0 px-3 py-2 text-caption text-soft">
          {table.length - rows.length === 1
            ? 'E un’altra riga.'
            : `E altre ${table.length - rows.length} righe.`}
        </p>
      )}
    </div>
  );
}

/** The first rows and those that are asked. */
function shownRows({ rows }: Mapping): number[] {
  const asked = rows.flatMap((meaning, row) => (meaning === 'asked' ? [row] : []));
  const first = rows.slice(0, mostRows).map((_, row) => row);
  return [...new Set([...first, ...asked.slice(0, mostRows)])];
}

const keyOf = (meaning: ColumnMeaning): string =>
  typeof meaning === 'string' ? meaning : `${meaning.day} ${meaning.part ?? ''}`;

function ColumnMenu(props: { mapping: Mapping; column: number; onChange: (as: ColumnMeaning) => void }) {
  const { mapping, column, onChange } = props;
  const value = mapping.columns[column] ?? 'ignore';
  const isGrid = mapping.shape === 'grid';
  const choices: ColumnMeaning[] = isGrid ? [...dayChoices(mapping, column), ...gridFields] : [...listFields];
  const known = choices.some((choice) => keyOf(choice) === keyOf(value)) ? choices : [value, ...choices];
  const head = mapping.heads[column]?.replace(/\s+/g, ' ') ?? '';
  return (
    <Menu
      label={`Colonna ${columnName(column)}${head && `, ${head}`}`}
      isAsked={value === 'asked'}
      value={keyOf(value)}
      options={known.map((choice) => ({ id: keyOf(choice), label: columnText(choice) }))}
      onChange={(id) => {
        const chosen = choices.find((choice) => keyOf(choice) === id);
        if (chosen) onChange(chosen);
      }}
    />
  );
}

const rowChoices: readonly RowMeaning[] = ['head', 'data', 'ignore'];

function RowMenu(props: { row: number; value: RowMeaning; onChange: (as: RowMeaning) => void }) {
  const choices = props.value === 'asked' ? (['asked', ...rowChoices] as const) : rowChoices;
  return (
    <Menu
      label={`Riga ${props.row + 1}`}
      isAsked={props.value === 'asked'}
      value={props.value}
      options={choices.map((choice) => ({ id: choice, label: rowTexts[choice] }))}
      onChange={(id) => {
        const chosen = rowChoices.find((choice) => choice === id);
        if (chosen) props.onChange(chosen);
      }}
    />
  );
}

interface MenuProps {
  label: string;
  value: string;
  isAsked: boolean;
  options: readonly { id: string; label: string }[];
  onChange: (id: string) => void;
}

/** The browser's own list: a table has a hundred of them, each as small as its column. */
const Menu = ({ label, value, isAsked, options, onChange }: MenuProps) => (
  <select
    aria-label={label}
    aria-invalid={isAsked || undefined}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={classNames(
      'tabular min-h-11 w-full min-w-24 rounded-sm border px-2 text-caption font-medium',
      isAsked ? 'border-warn bg-warn-soft text-warn' : 'border-line bg-surface text-ink',
    )}
  >
    {options.map(({ id, label: text }) => (
      <option key={id} value={id}>
        {text}
      </option>
    ))}
  </select>
);
