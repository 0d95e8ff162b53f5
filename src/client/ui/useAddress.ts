import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { coverState, leaveCovers, noteAddress } from './coverHistory.ts';

/** Left in the history entry that opened something here, so that closing it is one step back. */
interface OpenedEntry {
  wasOpenedHere: true;
}

const opening = { replace: false, state: { wasOpenedHere: true } } as const;

type Changes = Record<string, string | null>;

/** The parameters of the address, and how to change some of them. */
export function useAddress() {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const entry = location.state as OpenedEntry | null;
  const { pathname } = location;

  /** Sets and removes (null) parameters; the other ones stay. */
  const change = useCallback(
    (changes: Changes, options: { replace?: boolean; state?: OpenedEntry } = {}) => {
      // an answer that comes late does not bring back who is on the way to another page
      if (window.location.pathname !== pathname) return;
      // of the address as it is by now: another change may not have been drawn yet, and must not be undone
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      const covering = coverState();
      const isInPlace = options.replace !== false;
      // what opens over a dialog takes the place of its entry; what changes beneath one leaves it there
      const state = isInPlace && covering ? { ...options.state, ...covering } : options.state;
      setParameters(next, { preventScrollReset: true, replace: isInPlace || covering !== undefined, state });
      noteAddress();
    },
    [setParameters, pathname],
  );

  return {
    parameters,
    change,
    /** Opens what these parameters say so that a phone's back button closes it. */
    open: (changes: Changes) => change(changes, opening),
    /** The same in the place of what is open already. */
    openInstead: (changes: Changes) => change(changes, entry ? { state: entry } : {}),
    /** Goes back to where it was opened; where that was not here, makes these changes. */
    close: (changes: Changes) => {
      if (entry?.wasOpenedHere) void navigate(-1 - leaveCovers());
      else change(changes);
    },
  };
}
