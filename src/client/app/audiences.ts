import type { Session } from '../../domain/users/schema.ts';

/** Page audiences: whether a session (null if signed out) belongs to each. */
export const audiences = {
  everyone: () => true,
  signedOut: (session) => session === null,
  signedIn: (session) => session !== null,
  /** Admins have no shifts. */
  employees: (session) => session !== null && session.user.role !== 'admin',
  /** Taxi worksites have no operation codes. */
  withCodes: (session) => session !== null && session.worksite.variant !== 'taxi',
  notCeo: (session) => session !== null && !session.user.isCeo,
  /** People who may load rosters. */
  loaders: (session) => session !== null && (session.user.mayLoadShifts || session.user.isCeo),
  /** The CEO finds the panel under 'Altro'. */
  otherAdmins: (session) => session?.user.role === 'admin' && !session.user.isCeo,
  ceo: (session) => session?.user.role === 'admin' && session.user.isCeo,
} satisfies Record<string, (session: Session | null) => boolean>;

export type Audience = keyof typeof audiences;

/** Why a signed-in person outside the audience may not open the page. */
export const whyNot: Partial<Record<Audience, string>> = {
  employees: 'La direzione non ha un calendario: non registra turni e non ne scambia.',
  withCodes: 'Nei cantieri taxi non ci sono codici OPP e Case.',
  loaders: 'Il tabellone lo carica chi ne ha il permesso.',
};
