/** Version of the terms that a registration accepts: the day from which they hold. */
export const termsVersion = '2026-08-01';
