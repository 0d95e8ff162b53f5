import { parseArgs, type ParseArgsConfig } from 'node:util';

// What commands need besides parseArgs: `--help`, and errors with the usage.

/** @param help usage, description and options, separated by empty lines */
export function readCommandLine<const Config extends Omit<ParseArgsConfig, 'args'>>(
  help: string,
  config: Config = {} as Config,
): ReturnType<typeof parseArgs<Config>> {
  answerHelp(help);
  try {
    return parseArgs(config);
  } catch (error) {
    return refuse((error as Error).message, help);
  }
}

/** Prints the help on `--help` and exits with 0; for commands that pass on their arguments. */
export function answerHelp(help: string): void {
  if (!process.argv.includes('--help')) return;
  console.log(help);
  process.exit(0);
}

/** Exits with 2 because of invalid arguments. */
export function refuse(why: string, help: string): never {
  console.error(`${why}\n\n${help}`);
  process.exit(2);
}
