/** The name shown for an anonymised person. */
export const exColleague = { firstName: 'Ex', lastName: 'collega' } as const;
export const exColleagueName = `${exColleague.firstName} ${exColleague.lastName}`;

/** Replaces the address: unique for the account, and undeliverable (RFC 2606). */
export const anonymousEmail = (userId: string): string => `ex-${userId}@anonimo.invalid`;
