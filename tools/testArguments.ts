import { parseArgs } from 'node:util';

/** The arguments of each runner; null: not run. */
export interface Runs {
  vitest: string[] | null;
  playwright: string[] | null;
  /** Stop at the first failure. */
  isBailing: boolean;
  /** Whether vitest runs server tests, which need a PostgreSQL, as Playwright's do. */
  hasServer: boolean;
}

/** `--bail` without a number means 1. */
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
 * Distributes the arguments of `npm test`: projects and files to their runner; test names, `--bail` and `--changed` to both;
 * all others to vitest, or to Playwright if it runs alone.
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
  // filtered by name or change, one runner may have no tests
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
