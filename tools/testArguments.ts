import { parseArgs } from 'node:util';

/** What each runner is told; null: it has nothing to do. */
export interface Runs {
  vitest: string[] | null;
  playwright: string[] | null;
  /** The first failure ends it. */
  isBailing: boolean;
  /** Tests of the server are among vitest's: they need a PostgreSQL, as Playwright's do. */
  hasServer: boolean;
}

/** `--bail` without a number is one. */
const withBail = (args: readonly string[]): string[] =>
  args.map((arg, at) => (arg === '--bail' && !/^\d+$/.test(args[at + 1] ?? '') ? '--bail=1' : arg));

const isBrowserFile = (filter: string): boolean => /(^|\/)e2e(\/|$)/.test(filter);

function read(args: readonly string[]) {
  const { tokens, values } = parseArgs({
    args: withBail(args),
    options: {
      project: { type: 'string', multiple: true },
      testNamePattern: { type: 'string', short: 't' },
      bail: { type: 'string' },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = tokens.flatMap((token) => (token.kind === 'option' ? token : []));
  const known = new Set(['project', 'testNamePattern', 'bail', 'changed']);
  return {
    values,
    projects: [values['project'] ?? []].flat().map(String),
    files: tokens.flatMap((token) => (token.kind === 'positional' ? token.value : [])),
    changed: given.find(({ name }) => name === 'changed'),
    others: given
      .filter(({ name }) => !known.has(name))
      .map(({ rawName, value }) => (value === undefined ? rawName : `${rawName}=${value}`)),
  };
}

/**
 * Hands the arguments of `npm test` to the runner they are for: projects and files each to their own; names of tests, `--bail` and
 * `--changed` to both; what else there is to vitest, or to Playwright where that runs alone.
 */
export function runsFor(args: readonly string[]): Runs {
  const { values, projects, files, changed, others } = read(args);
  const since = changed?.value === undefined ? '' : `=${changed.value}`;
  const browserFiles = files.filter(isBrowserFile);
  const otherFiles = files.filter((file) => !isBrowserFile(file));
  const isAsked = (project: string): boolean =>
    projects.length === 0 || projects.some((name) => name === project || /[*!]/.test(name));
  const hasPlaywright = isAsked('e2e') && (files.length === 0 || browserFiles.length > 0);
  const vitestProjects = projects.filter((name) => name !== 'e2e');
  const hasVitest =
    (projects.length === 0 || vitestProjects.length > 0) && (files.length === 0 || otherFiles.length > 0);
  const name = values['testNamePattern'];
  const bail = values['bail'];
  // by name, or of what has changed, one of the two may have nothing
  const isPartial = name !== undefined || changed !== undefined;
  const vitest = [
    'run',
    ...otherFiles,
    ...vitestProjects.flatMap((project) => ['--project', project]),
    ...(name === undefined ? [] : ['-t', String(name)]),
    ...(bail === undefined ? [] : [`--bail=${bail}`]),
    ...(changed ? [`--changed${since}`] : []),
    ...(isPartial ? ['--passWithNoTests'] : []),
    ...others,
  ];
  const playwright = [
    'test',
    ...browserFiles,
    ...(name === undefined ? [] : ['--grep', String(name)]),
    ...(bail === undefined ? [] : [`--max-failures=${bail}`]),
    ...(changed ? [`--only-changed${since}`] : []),
    ...(isPartial ? ['--pass-with-no-tests'] : []),
    ...(hasVitest ? [] : others),
  ];
  return {
    vitest: hasVitest ? vitest : null,
    playwright: hasPlaywright ? playwright : null,
    isBailing: bail !== undefined,
    hasServer: hasVitest && isAsked('server'),
  };
}
