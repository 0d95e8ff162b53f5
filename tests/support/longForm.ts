/** Whether `npm run test:long` runs: what is long by nature then takes its time; else its shortest form. */
export const isLong = process.env['TEST_LONG'] === '1';
