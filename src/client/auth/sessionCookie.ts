const lock = 'turnario-session-cookie';
/** Milliseconds to wait for the lock, whose holder may never get a response. */
const longestWait = 5000;

/**
 * Makes a call that replaces the session's cookie. A server event may arrive before the response: until then, no tab
 * may fetch the session, since it would send the old cookie and appear signed out.
 */
export const replacingCookie = <T>(call: () => Promise<T>): Promise<T> => inTurn('exclusive', call);

export const trustingCookie = <T>(call: () => Promise<T>): Promise<T> => inTurn('shared', call);

async function inTurn<T>(mode: LockMode, call: () => Promise<T>): Promise<T> {
  // locks exist only over HTTPS or on localhost
  if (!('locks' in navigator)) return call();
  const signal = AbortSignal.timeout(longestWait);
  let hasBegun = false;
  try {
    return await navigator.locks.request(lock, { mode, signal }, () => {
      hasBegun = true;
      return call();
    });
  } catch (error) {
    if (hasBegun) throw error;
    return call();
  }
}
