import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';

/** One small fault that could be planted in a file. */
export interface Mutant {
  /** From the project's root. */
  file: string;
  line: number;
  start: number;
  end: number;
  original: string;
  replacement: string;
}
type Fault = Pick<Mutant, 'start' | 'end' | 'replacement'>;

/** What is changed in a statement of the database. */
const sqlFaults: [RegExp, (found: string) => string][] = [
  [/\n\s*and [^\n`]+/g, () => ''],
  [/\n?\s*for (?:no key )?(?:update|share)(?: of \w+)?(?: skip locked| nowait)?/g, () => ''],
  [/(?<=[\w)\]}] )(?:<=|>=|<|>)(?= [\w(:$])/g, (sign) => (sign.length === 2 ? sign.slice(0, 1) : `${sign}=`)],
  [/(?<=(?:where|and|on|or) [^\n=<>]{1,60} )=(?= )/g, () => '<>'],
  [/\border by [^\n`)]+/g, (order) => order.replace(/,[^,]*$|\border by [^,]*$/, '')],
  [/\bis (?:not )?null\b/g, (found) => (found.includes('not') ? 'is null' : 'is not null')],
  [/\bnot exists\b/g, () => 'exists'],
  [/\bdesc\b/g, () => 'asc'],
  [/\n\s*limit [^\n`]+/g, () => ''],
];

export function sqlMutants(text: string): Fault[] {
  return sqlFaults.flatMap(([pattern, replace]) =>
    [...text.matchAll(pattern)]
      .filter(([found]) => found.split('(').length === found.split(')').length)
      .map(({ 0: found, index }) => ({
        start: index,
        end: index + found.length,
        replacement: replace(found),
      })),
  );
}

const otherOperators: Record<string, string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};
/** Calls that a list can do without. */
const leftOut = new Set(['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'toLowerCase', 'toUpperCase']);
const otherMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
]);

type Add = (span: ESTree.Span, replacement: string) => void;

function faultsOfLogic(text: string, add: Add): VisitorObject {
  const operator = ({
    left,
    right,
    operator: sign,
  }: ESTree.BinaryExpression | ESTree.LogicalExpression): void => {
    const start = text.indexOf(sign, left.end);
    const joinsTexts = sign === '+' && [left, right].some(({ type }) => type === 'TemplateLiteral');
    if (joinsTexts) return;
    for (const other of otherOperators[sign] ?? []) add({ start, end: start + sign.length }, other);
  };
  const condition = (test: ESTree.Expression): void => {
    for (const value of ['true', 'false']) add(test, value);
  };
  return {
    BinaryExpression: operator,
    LogicalExpression(node) {
      operator(node);
      if (node.operator === '??') add(node, text.slice(node.left.start, node.left.end));
      else for (const side of [node.left, node.right]) add(side, node.operator === '&&' ? 'true' : 'false');
    },
    IfStatement: ({ test }) => condition(test),
    ConditionalExpression: ({ test }) => condition(test),
    UnaryExpression({ operator: sign, start }) {
      if (sign === '!') add({ start, end: start + 1 }, '');
    },
  };
}

function faultsOfValues(text: string, add: Add): VisitorObject {
  const statements = new Set<number>();
  return {
    Literal(node) {
      if (typeof node.value === 'boolean') add(node, String(!node.value));
      if (typeof node.value === 'number') add(node, String(node.value + 1));
      if (typeof node.value === 'string') add(node, node.value === '' ? "'x'" : "''");
    },
    TemplateLiteral(node) {
      if (!statements.has(node.start)) add(node, '``');
    },
    TaggedTemplateExpression({ quasi }) {
      statements.add(quasi.start);
      for (const { start, end, replacement } of sqlMutants(text.slice(quasi.start, quasi.end))) {
        add({ start: quasi.start + start, end: quasi.start + end }, replacement);
      }
    },
    ArrayExpression(node) {
      if (node.elements.length > 0) add(node, '[]');
    },
    ExpressionStatement({ expression, start, end }) {
      if (/^(?:Call|Await|Assignment)/.test(expression.type)) add({ start, end }, ';');
    },
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name } = callee.property;
      if (leftOut.has(name)) add({ start: callee.object.end, end }, '');
      const other = otherMethods.get(name);
      if (other !== undefined) add(callee.property, other);
    },
  };
}

/** All faults of a text in TypeScript, in its order; none in types and names. */
export function faultsOf(file: string, text: string): Fault[] {
  const faults: Fault[] = [];
  const add: Add = ({ start, end }, replacement) => faults.push({ start, end, replacement });
  const passedOver: ESTree.Span[] = [];
  const passOver = (span: ESTree.Span): void => {
    passedOver.push(span);
  };
  const logic = faultsOfLogic(text, add);
  new Visitor({
    ...logic,
    ...faultsOfValues(text, add),
    Property({ key, computed }) {
      if (!computed) passOver(key);
    },
    ImportDeclaration: passOver,
    ExportAllDeclaration: passOver,
    ConditionalExpression(node) {
      logic.ConditionalExpression?.(node);
      const { consequent, alternate } = node;
      const [one, other] = [consequent, alternate].map(({ start, end }) => text.slice(start, end));
      // an order asks for the sign alone
      if ((one === '-1' && other === '1') || (one === '1' && other === '-1')) {
        for (const side of [consequent, alternate]) passOver(side);
      }
    },
    TSTypeAliasDeclaration: passOver,
    TSInterfaceDeclaration: passOver,
    TSTypeAnnotation: passOver,
    TSTypeParameterInstantiation: passOver,
    TSAsExpression: ({ typeAnnotation }) => passOver(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => passOver(typeAnnotation),
  }).visit(parseSync(file, text).program);
  return faults
    .filter((fault) => !passedOver.some(({ start, end }) => fault.start >= start && fault.end <= end))
    .toSorted((one, other) => one.start - other.start);
}

/** All mutants of some files of a project. */
export async function mutantsOf(root: string, files: readonly string[]): Promise<Mutant[]> {
  const all = files.map(async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    return faultsOf(file, text).map((fault) => ({
      ...fault,
      file,
      line: text.slice(0, fault.start).split('\n').length,
      original: text.slice(fault.start, fault.end),
    }));
  });
  return (await Promise.all(all)).flat();
}
