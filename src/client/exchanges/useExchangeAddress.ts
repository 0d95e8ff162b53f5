import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ExchangeTab } from '../../domain/exchanges/schema.ts';
import { readTab } from './tabs.ts';

/** Left in the history entry that opened the form here, so that closing it is one step back. */
interface FormEntry {
  wasOpenedHere: true;
}

const opening = { replace: false, state: { wasOpenedHere: true } } as const;
const noForm = { nuova: null, modifica: null, ferie: null };

/**
 * What the address of the exchange screen says: `?tab=` the tab, `&highlight=` a request to point out, `&nuova=` the
 * form, with the id of the shift to offer or empty, `&modifica=` the same form with an own open request, `&ferie=` the
 * form of 'Scambia Ferie', with a day of the holidays to offer or empty.
 */
export function useExchangeAddress() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const entry = location.state as FormEntry | null;
  const { pathname } = location;

  /** Sets and removes (null) parameters; the other ones stay. */
  const change = useCallback(
    (changes: Record<string, string | null>, options: { replace?: boolean; state?: FormEntry } = {}) => {
      // an answer that comes late does not bring back who is on the way to another page
      if (window.location.pathname !== pathname) return;
      // of the address as it is by now: another change may not have been drawn yet, and must not be undone
      const next = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      setParams(next, { replace: true, preventScrollReset: true, ...options });
    },
    [setParams, pathname],
  );

  return {
    tab: readTab(params.get('tab')),
    /** As it stands in the address; null where none does. */
    writtenTab: params.get('tab'),
    highlight: params.get('highlight'),
    /** The shift the open form starts with, '' for none; null while the form is closed. */
    formFor: params.get('nuova'),
    /** The request that the open form changes. */
    editedId: params.get('modifica'),
    /** A day of the holidays with which the open form starts, '' for none; null while it is closed. */
    holidayFor: params.get('ferie'),
    change,
    /** Takes a request's highlight out of the address, but not another one's that has come instead. */
    endHighlight: (id: string) => {
      if (new URLSearchParams(window.location.search).get('highlight') === id) change({ highlight: null });
    },
    selectTab: (tab: ExchangeTab) => change({ tab, highlight: null }),
    /** Opens the form so that a phone's back button closes it; `shiftId` is the shift to offer, or ''. */
    openForm: (shiftId: string) => change({ nuova: shiftId }, opening),
    /** The same with the form of 'Scambia Ferie', also in the place of the other one. */
    openHolidays: (day: string) =>
      change({ ...noForm, ferie: day }, params.has('nuova') ? (entry ? { state: entry } : {}) : opening),
    /** Opens the form with an own open request. */
    editRequest: (id: string) => change({ modifica: id }, opening),
    closeForm: () => {
      if (entry?.wasOpenedHere) void navigate(-1);
      else change(noForm);
    },
    /** Closes the form and points out a request in its tab. */
    show: (tab: ExchangeTab, id: string) => change({ tab, highlight: id, ...noForm }),
  };
}
