import type { Session } from '../../domain/users/schema.ts';

/** Who a page is for, by the session; null for somebody who is not signed in. */
export const audiences = {
  everyone: () => true,
  signedOut: (session) => session === null,
  signedIn: (session) => session !== null,
  /** An admin keeps no shifts. */
  employees: (session) => session !== null && session.user.role !== 'admin',
  /** The taxi worksite knows no operation codes. */
  withCodes: (session) => session !== null && session.worksite.variant !== 'taxi',
  notCeo: (session) => session !== null && !session.user.isCeo,
  /** Who may load the roster of a worksite. */
  loaders: (session) => session !== null && (session.user.mayLoadShifts || session.user.isCeo),
  /** The CEO has the panel under 'Altro'. */
  otherAdmins: (session) => session?.user.role === 'admin' && !session.user.isCeo,
  ceo: (session) => session?.user.role === 'admin' && session.user.isCeo,
} satisfies Record<string, (session: Session | null) => boolean>;

export type Audience = keyof typeof audiences;

/** Why others do not reach a page, for those who are signed in. */
export const whyNot: Partial<Record<Audience, string>> = {
  employees: 'La direzione non ha un calendario: non registra turni e non ne scambia.',
  withCodes: 'Nei cantieri taxi non ci sono codici OPP e Case.',
  loaders: 'Il tabellone lo carica chi ne ha il permesso.',
};
