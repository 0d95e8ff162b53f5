import { z } from 'zod';
import type { Day } from '../calendar/day.ts';
import { cellText, idSchema, saysNoObject, typedLine } from '../text.ts';
import { plainText, readDayMark } from './dayMarks.ts';
import { readLayout } from './layout.ts';
import { keyOfName } from './names.ts';
import { cellAt, type Corrections, shapes, type Table, widthOf } from './table.ts';

export const mostNames = 400;
const mostPlaces = 10_000;
const mostHeadCharacters = 60;
const mostColumns = 60;
export const mostCandidates = 8;

const placeSchema = z.int().min(0).max(mostPlaces);
/** A column is found again by its head; one without a head stands in the same place as long as nothing heads it. */
const columnSchema = z.object({ column: placeSchema, head: cellText(mostHeadCharacters) });
type RememberedColumn = z.infer<typeof columnSchema>;

/** Where the cells of a worksite's files stand, as far as somebody had to say it. */
export const rememberedLayoutSchema = z.object(
  {
    shape: z.enum(shapes).optional(),
    headerRow: placeSchema.optional(),
    /** How many rows below the heads the first person stands. */
    peopleBelow: placeSchema.optional(),
    nameColumns: z.array(columnSchema).max(4).optional(),
    firstDayColumn: placeSchema.optional(),
    ignoredColumns: z.array(columnSchema).max(mostColumns).optional(),
  },
  saysNoObject('Disposizione non valida'),
);
export type RememberedLayout = z.infer<typeof rememberedLayoutSchema>;

/**
 * Whom a name of the files means, as somebody said: a colleague, nobody yet (`withoutAccount`), or neither: its row is
 * left out. `others` had such a name when it was said; once anybody else has it too, it is asked again.
 */
export const rememberedNameSchema = z.object(
  {
    /** As `keyOfName` writes it. */
    name: typedLine(120, 'Scrivi il nome').refine(
      (name) => name !== '' && keyOfName(name) === name,
      'Nome non valido',
    ),
    userId: idSchema.nullable(),
    withoutAccount: z.boolean(),
    others: z.array(idSchema).max(mostCandidates),
  },
  saysNoObject('Nome non valido'),
);
export type RememberedName = z.infer<typeof rememberedNameSchema>;

const headOf = (table: Table, headerRow: number, column: number): string =>
  plainText(cellAt(table, headerRow, column) || cellAt(table, headerRow - 1, column)).slice(
    0,
    mostHeadCharacters,
  );

/** Where a column of an earlier file stands in this one; null where it is not there. */
function foundAgain({ column, head }: RememberedColumn, table: Table, headerRow: number): number | null {
  if (headOf(table, headerRow, column) === head) return column;
  if (head === '') return null;
  const others = Array.from({ length: widthOf(table) }, (_, index) => index);
  return others.find((other) => headOf(table, headerRow, other) === head) ?? null;
}

/**
 * What was said of earlier files, for this one. A file in which it leads nowhere is read as if it were the first.
 * @param corrections what was said of this file: it counts more
 */
export function recallCorrections(
  table: Table,
  names: readonly string[],
  { peopleBelow, nameColumns, ignoredColumns, ...places }: RememberedLayout,
  corrections: Corrections,
  today: Day,
): Corrections {
  const placed: Corrections = { ...places, ...corrections };
  const headerRow = readLayout(table, names, placed, today).headerRow ?? 0;
  const columns = (remembered: readonly RememberedColumn[] = []): number[] =>
    remembered.flatMap((column) => foundAgain(column, table, headerRow) ?? []);
  const named = columns(nameColumns);
  const ignored = columns(ignoredColumns);
  const recalled: Corrections = {
    ...places,
    ...(peopleBelow === undefined ? {} : { firstPeopleRow: headerRow + peopleBelow }),
    ...(named.length > 0 && named.length === nameColumns?.length ? { nameColumns: named } : {}),
    ...(ignored.length > 0 ? { ignoredColumns: ignored } : {}),
    ...corrections,
  };
  const { rows, problem } = readLayout(table, names, recalled, today);
  const isLost = problem === 'no_shape' || problem === 'no_names' || (problem === null && rows.length === 0);
  return isLost ? corrections : recalled;
}

/**
 * What is remembered of this file: what was said of it, over what was remembered before.
 * @param headerRow where its heads were found
 */
export function rememberCorrections(
  table: Table,
  before: RememberedLayout,
  { shape, headerRow, firstPeopleRow, nameColumns, firstDayColumn, ignoredColumns }: Corrections,
  foundHeaderRow: number | null,
): RememberedLayout {
  const row = foundHeaderRow ?? 0;
  const remembered = (columns: readonly number[]): RememberedColumn[] =>
    columns.map((column) => ({ column, head: headOf(table, row, column) }));
  const given = {
    shape,
    headerRow,
    peopleBelow: firstPeopleRow === undefined ? undefined : Math.max(0, firstPeopleRow - row),
    nameColumns: nameColumns && remembered(nameColumns),
    firstDayColumn,
    // a day that is left out is this month's
    ignoredColumns:
      ignoredColumns &&
      remembered(ignoredColumns)
        .filter(({ head }) => readDayMark(head) === null)
        .slice(0, mostColumns),
  } satisfies RememberedLayout;
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...before, ...said };
}
