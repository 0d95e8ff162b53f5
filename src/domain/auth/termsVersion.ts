/** The version of the terms that a registration accepts: the day they took effect. */
export const termsVersion = '2026-08-01';
