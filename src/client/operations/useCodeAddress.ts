import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type CodeAddress, readCodeAddress, writeCodeAddress } from './codeAddress.ts';

/** Left in the history entry that opened the form here, so that closing it is one step back. */
interface FormEntry {
  wasOpenedHere: true;
}

/** What the address says of the codes on screen, and how to change it; what belongs to others stays. */
export function useCodeAddress() {
  const [parameters, setParameters] = useSearchParams();
  const navigate = useNavigate();
  const entry = useLocation().state as FormEntry | null;

  const set = (
    changes: Record<string, string | null>,
    options: { replace?: boolean; state?: FormEntry } = {},
  ): void => {
    const next = (before: URLSearchParams) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) after.delete(name);
        else after.set(name, value);
      }
      return after;
    };
    setParameters(next, { replace: true, preventScrollReset: true, ...options });
  };

  return {
    ...readCodeAddress(parameters),
    change: (change: Partial<CodeAddress>) => set(writeCodeAddress(change)),
    /** The code the open form starts with, '' for none; null while the form is closed. */
    formFor: parameters.get('nuovo'),
    /** Opens the form so that a phone's back button closes it. */
    openForm: (code: string) => set({ nuovo: code }, { replace: false, state: { wasOpenedHere: true } }),
    closeForm: () => {
      if (entry?.wasOpenedHere) void navigate(-1);
      else set({ nuovo: null });
    },
    /** Closes the form and shows where a new own code stands: no filter hides it. */
    showNew: (type: CodeAddress['type']) =>
      set({ ...writeCodeAddress({ type, status: null, month: null }), di: 'me', nuovo: null }),
  };
}
