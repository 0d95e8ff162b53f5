import { parseArgs, type ParseArgsConfig } from 'node:util';

// What parseArgs leaves to a command: to answer `--help`, and to say what is not understood.

/** @param help usage, what it does and its options, each after an empty line */
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

/** Answers `--help`, with exit code 0; for commands that hand their arguments on. */
export function answerHelp(help: string): void {
  if (!process.argv.includes('--help')) return;
  console.log(help);
  process.exit(0);
}

/** Ends a command whose arguments are not understood, with exit code 2. */
export function refuse(why: string, help: string): never {
  console.error(`${why}\n\n${help}`);
  process.exit(2);
}
