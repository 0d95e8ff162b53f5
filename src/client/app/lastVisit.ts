const storageKey = 'turnario.signedIn';

/** Whether this device was signed in when last seen: a guess of which pages to fetch while the session is being read. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Notes for the next visit whether someone is signed in; nothing about whom. */
export function noteVisit(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, '1');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is no guess.
  }
}
