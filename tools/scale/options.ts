import { z } from 'zod';
import { parseCommandLine } from '../../scripts/commandLine.ts';

const above = (least: number) => z.coerce.number().gt(least, `above ${least}`);
const whole = above(0).int();

export const scaleCommand = {
  usage: 'npm run scale -- [options]',
  about: `What each call and an open event stream cost, how much a person stores, what one worksite and the panel of all
worksites can bear; then the busiest hour of all people at once in several server processes on one PostgreSQL, compared
with the formula of docs/scale.md. Exit code 1: a call was refused, or the formula is wrong by more than --factor.

PostgreSQL is TEST_DATABASE_URL, on this machine, or one that is started for the run and thrown away.`,
  options: {
    worksites: { value: 'N', about: 'how many are stored', schema: whole.default(2000) },
    people: {
      value: 'N',
      about: 'in each worksite',
      schema: whole.min(5, 'five at least, so that somebody can swap with somebody').default(20),
    },
    traffic: { value: 'N', about: 'times as many people as are stored', schema: above(0).default(5) },
    seconds: { value: 'N', about: 'of the simulation', schema: above(0).default(60) },
    processes: { value: 'N', about: 'server processes', schema: whole.default(2) },
    samples: { value: 'N', about: 'calls of each kind whose cost is measured', schema: whole.default(1000) },
    factor: { value: 'N', about: 'by how much the formula may be wrong', schema: above(1).default(1.5) },
  },
};

/** What one run does. */
export type Options = ReturnType<typeof readOptions>;

/** @throws UsageError naming what cannot be understood */
export const readOptions = (args: string[]) => parseCommandLine(scaleCommand, args).options;
