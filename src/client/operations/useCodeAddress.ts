import { useAddress } from '../ui/useAddress.ts';
import { type CodeAddress, readCodeAddress, writeCodeAddress } from './codeAddress.ts';

/** What the address says of the codes on screen, and how to change it; what belongs to others stays. */
export function useCodeAddress() {
  const { parameters, change, open, close } = useAddress();
  return {
    ...readCodeAddress(parameters),
    change: (changes: Partial<CodeAddress>) => change(writeCodeAddress(changes)),
    /** The code the open form starts with, '' for none; null while the form is closed. */
    formFor: parameters.get('nuovo'),
    /** Opens the form so that a phone's back button closes it. */
    openForm: (code: string) => open({ nuovo: code }),
    closeForm: () => close({ nuovo: null }),
    /** Closes the form and shows where a new own code stands: no filter hides it. */
    showNew: (type: CodeAddress['type']) =>
      change({ ...writeCodeAddress({ type, status: null, month: null }), di: 'me', nuovo: null }),
  };
}
