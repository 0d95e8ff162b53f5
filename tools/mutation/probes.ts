import { type ESTree, parseSync, Visitor } from 'vite';

/** A statement, or what an arrow function answers: what runs as a whole or not at all. */
export interface Piece {
  start: number;
  end: number;
  kind: 'in a list' | 'alone' | 'expression';
}

/** Those of a text in TypeScript, in their order; what stands within another follows it. */
export function piecesOf(file: string, text: string): Piece[] {
  const pieces: Piece[] = [];
  const list = (statements: readonly ESTree.Span[]): void => {
    for (const { start, end } of statements) pieces.push({ start, end, kind: 'in a list' });
  };
  const alone = (statement: ESTree.Statement | null): void => {
    if (!statement || statement.type === 'BlockStatement' || statement.type === 'IfStatement') return;
    pieces.push({ start: statement.start, end: statement.end, kind: 'alone' });
  };
  const loop = ({ body }: { body: ESTree.Statement }): void => alone(body);
  new Visitor({
    Program: ({ body }) => list(body),
    BlockStatement: ({ body }) => list(body),
    SwitchCase: ({ consequent }) => list(consequent),
    IfStatement({ consequent, alternate }) {
      alone(consequent);
      alone(alternate);
    },
    ForStatement: loop,
    ForOfStatement: loop,
    ForInStatement: loop,
    WhileStatement: loop,
    ArrowFunctionExpression({ body }) {
      if (body.type !== 'BlockStatement') {
        pieces.push({ start: body.start, end: body.end, kind: 'expression' });
      }
    },
  }).visit(parseSync(file, text).program);
  return pieces.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** The same text, which notes in the global set `executedPieces` what of it has run, as 'file:start'. */
export function withProbes(file: string, text: string): string {
  const inserted: { at: number; text: string }[] = [];
  for (const { start, end, kind } of piecesOf(file, text)) {
    const probe = `globalThis.executedPieces?.add('${file}:${start}')`;
    const [before, after] = {
      'in a list': [`${probe};`, ''],
      alone: [`{${probe};`, '}'],
      expression: [`(${probe}, (`, '))'],
    }[kind];
    inserted.push({ at: start, text: before ?? '' });
    // of several that end at one place the innermost ends first
    inserted.unshift({ at: end, text: after ?? '' });
  }
  let written = '';
  let from = 0;
  for (const { at, text: what } of inserted.toSorted((one, other) => one.at - other.at)) {
    written += text.slice(from, at) + what;
    from = at;
  }
  return written + text.slice(from);
}

/** The innermost piece in which a place stands. */
export function pieceAt(pieces: readonly Piece[], place: number): Piece | undefined {
  return pieces.findLast(({ start, end }) => start <= place && place < end);
}
