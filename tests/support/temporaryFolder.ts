import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A folder of one's own, removed when the run of the tests ends. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(inject('temporaryRoot'), 'test-'));
