/** Whether `npm run test:long` runs; otherwise tests take their shortest form. */
export const isLong = process.env['TEST_LONG'] === '1';
