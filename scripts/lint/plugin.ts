import { relative, sep } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';
import { refusedImport } from './layers.ts';
import { refusedName, refusedWord } from './words.ts';

/** Project rules for oxlint, loaded through `jsPlugins` in .oxlintrc.json. */

type Rule = Parameters<RuleTester['run']>[1];
type Create = Extract<Rule, { create: unknown }>['create'];
type Context = Parameters<Create>[0];
type Reported = NonNullable<Parameters<Context['report']>[0]['node']>;

/** The path from the project root, with forward slashes. */
const pathOf = (context: Context): string => relative(context.cwd, context.filename).split(sep).join('/');

const layers: Create = (context) => {
  const path = pathOf(context);
  const check = (source: (Reported & { value?: unknown }) | null): void => {
    const message = typeof source?.value === 'string' ? refusedImport(path, source.value) : null;
    if (source && message !== null) context.report({ node: source, message });
  };
  return {
    ImportDeclaration: (node) => check(node.source),
    ExportNamedDeclaration: (node) => check(node.source),
    ExportAllDeclaration: (node) => check(node.source),
    ImportExpression: (node) => check(node.source),
    TSImportType: (node) => check(node.source),
  };
};

const productWords: Create = (context) => {
  const path = pathOf(context);
  const check = (node: Reported, text: string): void => {
    const message = refusedWord(path, text);
    if (message !== null) context.report({ node, message });
  };
  const checkName = (id: (Reported & { type: string; name?: unknown }) | null): void => {
    const message = id?.type === 'Identifier' ? refusedName(String(id.name)) : null;
    if (id && message !== null) context.report({ node: id, message });
  };
  return {
    ClassDeclaration: ({ id }) => checkName(id),
    FunctionDeclaration: ({ id }) => checkName(id),
    TSInterfaceDeclaration: ({ id }) => checkName(id),
    TSTypeAliasDeclaration: ({ id }) => checkName(id),
    VariableDeclarator: ({ id }) => checkName(id),
    Literal: (node) => {
      if (typeof node.value === 'string') check(node, node.value);
    },
    TemplateElement: (node) => check(node, node.value.cooked ?? ''),
    JSXText: (node) => check(node, node.value),
  };
};

export default {
  meta: { name: 'turnario' },
  rules: { layers: { create: layers }, 'product-words': { create: productWords } } satisfies Record<
    string,
    Rule
  >,
};
