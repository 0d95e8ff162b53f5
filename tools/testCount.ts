/** What the reporter of the tests counts and `npm test` prints as its last line. */
export interface TestCount {
  passed: number;
  failed: number;
}

/** Name of the environment variable with the path of the file, JSON, that the count is written to. */
export const countFileVariable = 'TEST_COUNT_FILE';
