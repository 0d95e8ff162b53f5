const lock = 'turnario-session-cookie';
/** Who has the lock may wait for an answer that never comes: after so long it is passed over. In milliseconds. */
const longestWait = 5000;

/**
 * A call whose answer gives the session another cookie. The server's events may be faster than that answer: until it is
 * here, no tab asks who is signed in, or it would ask with the cookie of before and be taken for signed out.
 */
export const replacingCookie = <T>(call: () => Promise<T>): Promise<T> => inTurn('exclusive', call);

export const trustingCookie = <T>(call: () => Promise<T>): Promise<T> => inTurn('shared', call);

async function inTurn<T>(mode: LockMode, call: () => Promise<T>): Promise<T> {
  // locks exist only where the page came over https or from this computer
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
