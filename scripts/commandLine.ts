import { parseArgs } from 'node:util';
import { z } from 'zod';

/** The command line is not understood; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError';
}

interface Option {
  /** What stands for its value in the help; a flag has none. */
  value?: string;
  about: string;
  schema: z.ZodType;
}

/** By their names in camel case: `ceoEmail` is typed as `--ceo-email`. */
export type OptionMap = Record<string, Option>;

/** What a command of package.json takes and does. */
export interface CommandLine<Options extends OptionMap, Positionals> {
  /** As one types it: `npm run restore -- FILE [--replace]` */
  usage: string;
  about: string;
  options?: Options;
  /** What stands without a name; nothing by default. */
  positionals?: z.ZodType<Positionals>;
}

export interface Parsed<Options extends OptionMap, Positionals> {
  options: { [Name in keyof Options]: z.output<Options[Name]['schema']> };
  positionals: Positionals;
}

export const flag = (about: string) => ({ about, schema: z.boolean().default(false) });

const typedName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @throws UsageError */
export function parseCommandLine<Options extends OptionMap = Record<never, never>, Positionals = []>(
  command: CommandLine<Options, Positionals>,
  args: string[],
): Parsed<Options, Positionals> {
  const entries = Object.entries(command.options ?? {});
  const { values, positionals } = splitArgs(entries, args);
  const read = (schema: z.ZodType, value: unknown, prefix: string): unknown => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw new UsageError(`${prefix}${result.error.issues.map(({ message }) => message).join('; ')}`);
  };
  const nothing = z.tuple([], 'too many arguments');
  const options = entries.map(([name, { schema }]) => {
    const typed = typedName(name);
    return [name, read(schema, values[typed], `--${typed}: `)];
  });
  return {
    options: Object.fromEntries(options) as Parsed<Options, Positionals>['options'],
    positionals: read(command.positionals ?? nothing, positionals, '') as Positionals,
  };
}

function splitArgs(entries: [string, Option][], args: string[]) {
  const known = entries.map(([name, { value }]): [string, { type: 'string' | 'boolean' }] => [
    typedName(name),
    { type: value === undefined ? 'boolean' : 'string' },
  ]);
  try {
    return parseArgs({ args, options: Object.fromEntries(known), allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function helpOf({ usage, about, options = {} }: CommandLine<OptionMap, unknown>): string {
  const rows = Object.entries(options).map(([name, { value, about: what, schema }]) => {
    const typed = `--${typedName(name)}${value === undefined ? '' : ` ${value}`}`;
    const otherwise = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    const isTold = value !== undefined && otherwise !== undefined && otherwise !== '';
    return [
      typed,
      `${what}${isTold ? `; default: ${JSON.stringify(otherwise).replaceAll('"', '')}` : ''}`,
    ] as const;
  });
  const width = Math.max(0, ...rows.map(([typed]) => typed.length)) + 2;
  const lines = rows.map(([typed, what]) => `  ${typed.padEnd(width)}${what}`);
  return [usage, about, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n');
}

/**
 * For a command's own program: `--help` is answered with exit code 0, what is not understood with 2.
 *
 * @param read what the command makes of its arguments
 */
export function readOrExit<Result>(
  command: CommandLine<OptionMap, unknown>,
  read: (args: string[]) => Result,
): Result {
  answerHelp(command);
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${helpOf(command)}`);
    process.exit(2);
  }
}

export const readCommandLine = <Options extends OptionMap = Record<never, never>, Positionals = []>(
  command: CommandLine<Options, Positionals>,
): Parsed<Options, Positionals> => readOrExit(command, (args) => parseCommandLine(command, args));

/** Answers `--help`; for commands that hand their arguments on. */
export function answerHelp(command: CommandLine<OptionMap, unknown>): void {
  if (!process.argv.includes('--help')) return;
  console.log(helpOf(command));
  process.exit(0);
}
