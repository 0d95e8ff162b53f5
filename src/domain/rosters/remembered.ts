import { z } from 'zod';
import { cellText, idSchema, saysNoObject, typedLine } from '../text.ts';
import { plainHead } from './headWords.ts';
import { type Edits, fields, isDayColumn, type Mapping, shapes } from './mapping.ts';
import { keyOfName } from './names.ts';

export const mostNames = 400;
const mostHeadCharacters = 60;
const mostColumns = 60;
export const mostCandidates = 8;

/** What the columns of a worksite's files are, by their heads, as far as somebody had to say it. */
export const rememberedLayoutSchema = z.object(
  {
    isTurned: z.boolean().optional(),
    shape: z.enum(shapes).optional(),
    columns: z
      .array(z.object({ head: cellText(mostHeadCharacters), as: z.enum(fields) }))
      .max(mostColumns)
      .optional(),
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

/** The heads of a mapping as they are remembered; the second one of the same text is another one. */
function headKeys({ heads }: Mapping): string[] {
  const plain = heads.map((head) => plainHead(head).slice(0, mostHeadCharacters - 4));
  return plain.map((head, column) => {
    const before = plain.slice(0, column).filter((other) => other === head).length;
    return head === '' || before === 0 ? head : `${head} ${before + 1}`;
  });
}

/**
 * What was said of earlier files, for this one: of the columns with the same heads.
 * @param edits what was said of this file: it counts more
 */
export function recallEdits(
  { isTurned, shape, columns = [] }: RememberedLayout,
  edits: Edits,
  find: (edits: Edits) => Mapping,
): Edits {
  const placed: Edits = { isTurned, shape, ...edits };
  const mapping = find(placed);
  const known = new Map(columns.map(({ head, as }) => [head, as]));
  const recalled = headKeys(mapping).flatMap((head, column) => {
    const as = head === '' || isDayColumn(mapping.columns[column]) ? undefined : known.get(head);
    return as === undefined ? [] : [[column, as] as const];
  });
  if (mapping.problem === 'no_days' && recalled.length === 0) return edits;
  return { ...placed, columns: { ...Object.fromEntries(recalled), ...edits.columns } };
}

/** What is remembered of this file: what was said of its columns, over what was remembered before. */
export function rememberEdits(
  before: RememberedLayout,
  { isTurned, shape, columns = {} }: Edits,
  mapping: Mapping,
): RememberedLayout {
  const keys = headKeys(mapping);
  const said = Object.entries(columns).flatMap(([column, as]) => {
    const head = keys[Number(column)] ?? '';
    // a day is this month's
    return head === '' || typeof as === 'object' || as === 'asked' ? [] : [{ head, as }];
  });
  const heads = new Set(said.map(({ head }) => head));
  const all = [...said, ...(before.columns ?? []).filter(({ head }) => !heads.has(head))];
  return {
    ...before,
    ...(isTurned !== undefined && { isTurned }),
    ...(shape !== undefined && { shape }),
    ...(all.length > 0 && { columns: all.slice(0, mostColumns) }),
  };
}
