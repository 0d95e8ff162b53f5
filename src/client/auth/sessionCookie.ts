const lock = 'turnario-session-cookie';

/**
 * A call whose answer gives the session another cookie. The server's events may be faster than that answer: until it is
 * here, no tab asks who is signed in, or it would ask with the cookie of before and be taken for signed out.
 */
export const replacingCookie = <T>(call: () => Promise<T>): Promise<T> =>
  hasLocks() ? navigator.locks.request(lock, call) : call();

/** A call that tells who is signed in by the cookie. */
export const trustingCookie = <T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> =>
  hasLocks() ? navigator.locks.request(lock, { mode: 'shared', signal }, call) : call();

/** Locks exist only where the page came over https or from this computer. */
const hasLocks = (): boolean => 'locks' in navigator;
