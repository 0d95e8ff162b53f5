const storageKey = 'turnario.signedIn';

/** Whether somebody was signed in at the last visit: decides which pages to prefetch while the session loads. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

/** Stores for the next visit whether somebody is signed in, but not who. */
export function noteVisit(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(storageKey, '1');
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is no hint.
  }
}
