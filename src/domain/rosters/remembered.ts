import { z } from 'zod';
import { cellText, idSchema, saysNoObject, typedLine } from '../text.ts';
import { plainHead } from './headWords.ts';
import { type Edits, fields, isDayColumn, type Mapping, shapes } from './mapping.ts';
import { keyOfName } from './names.ts';

export const mostNames = 400;
const mostHeadCharacters = 60;
const mostColumns = 60;
export const mostCandidates = 8;

/** The column meanings of a worksite's files, by head, as far as a person had to choose them. */
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
 * Whom a name in files means, as chosen by a person: a colleague, nobody yet (`withoutAccount`), or neither: its row is
 * left out. `others` also matched then; if anybody else matches later, it is asked again.
 */
export const rememberedNameSchema = z.object(
  {
    /** Normalised by `keyOfName`. */
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

/** The heads of a mapping as remembered; repeated texts are numbered. */
function headKeys({ heads }: Mapping): string[] {
  const plain = heads.map((head) => plainHead(head).slice(0, mostHeadCharacters - 4));
  return plain.map((head, column) => {
    const before = plain.slice(0, column).filter((other) => other === head).length;
    return head === '' || before === 0 ? head : `${head} ${before + 1}`;
  });
}

/**
 * Applies choices from earlier files to columns with the same heads.
 * @param edits the choices for this file, which take precedence
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

/** The column choices to remember: this file's, over earlier ones. */
export function rememberEdits(
  before: RememberedLayout,
  { isTurned, shape, columns = {} }: Edits,
  mapping: Mapping,
): RememberedLayout {
  const keys = headKeys(mapping);
  const said = Object.entries(columns).flatMap(([column, as]) => {
    const head = keys[Number(column)] ?? '';
    // days only apply to this month
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
