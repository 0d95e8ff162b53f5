/** What other people read where an anonymised person stood. */
export const exColleague = { firstName: 'Ex', lastName: 'collega' } as const;
export const exColleagueName = `${exColleague.firstName} ${exColleague.lastName}`;

/** Stands where the address was: unique for the account, and no mail can ever reach it (RFC 2606). */
export const anonymousEmail = (userId: string): string => `ex-${userId}@anonimo.invalid`;
