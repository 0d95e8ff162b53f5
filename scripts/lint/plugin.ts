import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { RuleTester } from 'oxlint/plugins-dev';
import { refusedPath } from './files.ts';
import { refusedGlobal, refusedMember } from './globals.ts';
import { placeOf, refusedImport } from './layers.ts';
import { refusedName, refusedWord } from './words.ts';

/**
 * The rules of the house for oxlint, which loads this file by `jsPlugins` in .oxlintrc.json. What is refused and
 * why stands in layers.ts, globals.ts, files.ts and words.ts; here it is only found in the syntax tree.
 */

type Rule = Parameters<RuleTester['run']>[1];
type Create = Extract<Rule, { create: unknown }>['create'];
type Context = Parameters<Create>[0];
type Program = Context['sourceCode']['ast'];
type Statement = Program['body'][number];
type Reported = NonNullable<Parameters<Context['report']>[0]['node']>;
/** As much of an expression as tells whether it is a fixed text. */
type Source = Reported & { type: string; value?: unknown; quasis?: { value: { cooked: string | null } }[] };

/** Path of the linted file from the project root, with forward slashes. */
function pathOf(context: Context): string {
  return relative(context.cwd, context.filename).split(sep).join('/');
}

let runtimePackages: ReadonlySet<string> | null = null;

/** Names under `dependencies` in the project's package.json, read once. */
function runtimePackagesOf(context: Context): ReadonlySet<string> {
  if (runtimePackages) return runtimePackages;
  const text = readFileSync(join(context.cwd, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  runtimePackages = new Set(Object.keys(dependencies));
  return runtimePackages;
}

/** The text of a string or of a template without holes; null for anything computed. */
function fixedText(source: Source): string | null {
  if (typeof source.value === 'string') return source.value;
  const [only, ...others] = source.quasis ?? [];
  return others.length === 0 ? (only?.value.cooked ?? null) : null;
}

const importBoundaries: Create = (context) => {
  const path = pathOf(context);
  const packages = runtimePackagesOf(context);
  const check = (source: Source | null | undefined): void => {
    if (!source) return;
    const specifier = fixedText(source);
    const message =
      specifier === null
        ? 'the path of an import is a fixed text, so that it can be checked'
        : refusedImport(path, specifier, packages);
    if (message !== null) context.report({ node: source, message });
  };
  return {
    ImportDeclaration: (node) => check(node.source),
    ExportNamedDeclaration: (node) => check(node.source),
    ExportAllDeclaration: (node) => check(node.source),
    ImportExpression: (node) => {
      if (path.startsWith('src/') || fixedText(node.source) !== null) check(node.source);
    },
    TSImportType: (node) => check(node.source),
    // `new Worker(new URL('./worker.ts', import.meta.url))` runs a file without importing it.
    NewExpression: (node) => {
      const [first, second] = node.arguments;
      const byUrl = node.callee.type === 'Identifier' && node.callee.name === 'URL';
      if (byUrl && first?.type === 'Literal' && second?.type === 'MemberExpression') {
        if (/\.[jt]sx?$/.test(String(first.value))) check(first);
      }
    },
  };
};

/** True where a name stands for a type (`TSTypeReference`, …) and not for a value (`TSAsExpression`, …). */
function isType(parent: string): boolean {
  return /^TS(?!.*(Expression|Assertion)$)/.test(parent);
}

const layerGlobals: Create = (context) => {
  const place = placeOf(pathOf(context));
  return {
    Program: (program) => {
      const scope = context.sourceCode.getScope(program);
      const implicit = scope.variables.filter((variable) => variable.defs.length === 0);
      for (const { identifier } of [...scope.through, ...implicit.flatMap(({ references }) => references)]) {
        const message = isType(identifier.parent.type) ? null : refusedGlobal(place, identifier.name);
        if (message !== null) context.report({ node: identifier, message });
      }
    },
    MemberExpression: ({ object, property }) => {
      if (object.type !== 'Identifier') return;
      const name = property.type === 'Identifier' ? property.name : fixedText(property);
      const message = refusedMember(place, object.name, name ?? '');
      if (message !== null) context.report({ node: property, message });
    },
    VariableDeclarator: ({ id, init }) => {
      if (init?.type !== 'Identifier' || id.type !== 'ObjectPattern') return;
      for (const part of id.properties) {
        if (part.type !== 'Property' || part.key.type !== 'Identifier') continue;
        const message = refusedMember(place, init.name, part.key.name);
        if (message !== null) context.report({ node: part, message });
      }
    },
  };
};

/** True for a statement that passes something on without adding to it. */
function passesOn(statement: Statement, imported: ReadonlySet<string>): boolean {
  if (statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration') return true;
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration) return false;
  if (statement.source) return true;
  return statement.specifiers.every(({ local }) => local.type === 'Identifier' && imported.has(local.name));
}

const filePurpose: Create = (context) => ({
  Program: (node) => {
    const refused = refusedPath(pathOf(context));
    if (refused !== null) context.report({ node, message: refused });
    const imports = node.body.filter((statement) => statement.type === 'ImportDeclaration');
    const imported = new Set(imports.flatMap(({ specifiers }) => specifiers.map(({ local }) => local.name)));
    const exportsSomething = imports.length < node.body.length;
    if (exportsSomething && node.body.every((statement) => passesOn(statement, imported))) {
      context.report({ node, message: 'no barrels: this file only passes on what others export' });
    }
  },
});

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

/** What a locator answers of the moment at which it is asked. */
const momentary =
  /^(count|is(Checked|Disabled|Editable|Enabled|Hidden|Visible)|(inner|all)(Text|InnerText|TextContent)s?|textContent|inputValue|getAttribute|boundingBox)$/;

const awaitedScreens: Create = (context) => ({
  CallExpression: ({ callee, arguments: [given] }) => {
    if (callee.type !== 'Identifier' || callee.name !== 'expect' || given?.type !== 'AwaitExpression') return;
    const read = given.argument.type === 'CallExpression' ? given.argument.callee : null;
    if (read?.type !== 'MemberExpression' || read.property.type !== 'Identifier') return;
    if (!momentary.test(read.property.name)) return;
    context.report({
      node: given,
      message: 'a screen takes its time: `await expect(locator)…` or `expect.poll`',
    });
  },
});

export default {
  meta: { name: 'turnario' },
  rules: {
    'import-boundaries': { create: importBoundaries },
    'layer-globals': { create: layerGlobals },
    'file-purpose': { create: filePurpose },
    'product-words': { create: productWords },
    'awaited-screens': { create: awaitedScreens },
  } satisfies Record<string, Rule>,
};
