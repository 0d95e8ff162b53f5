import { isDay } from '../../../domain/calendar/day.ts';
import type { ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { shiftTypes } from '../../../domain/shifts/duty.ts';
import { useAddress } from '../../ui/useAddress.ts';
import type { RequestFilter } from './arrange.ts';
import { readTab } from './tabs.ts';

const noForm = { nuova: null, modifica: null, ferie: null };

/**
 * What the address of the exchange screen says: `?tab=` the tab, `&highlight=` a request to point out, `&nuova=` the
 * form, with the id of the shift to offer or empty, `&modifica=` the same form with an own open request, `&ferie=` the
 * form of 'Scambia Ferie', with a day of the holidays to offer or empty; `&giorno=`, `&tipo=` and `&perfetti=solo` what
 * of the available ones is to be seen.
 */
export function useExchangeAddress() {
  const { parameters: params, change, open, openInstead, close } = useAddress();
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
    filter: {
      day: isDay(params.get('giorno') ?? '') ? params.get('giorno') : null,
      type: shiftTypes.find((type) => type === params.get('tipo')) ?? null,
      isPerfectOnly: params.get('perfetti') === 'solo',
    } satisfies RequestFilter,
    setFilter: ({ day, type, isPerfectOnly }: RequestFilter) =>
      change({ giorno: day, tipo: type, perfetti: isPerfectOnly ? 'solo' : null }),
    change,
    /** Takes a request's highlight out of the address, but not another one's that has come instead. */
    endHighlight: (id: string) => {
      if (new URLSearchParams(window.location.search).get('highlight') === id) change({ highlight: null });
    },
    selectTab: (tab: ExchangeTab) => change({ tab, highlight: null }),
    /** Opens the form so that a phone's back button closes it; `shiftId` is the shift to offer, or ''. */
    openForm: (shiftId: string) => open({ nuova: shiftId }),
    /** The same with the form of 'Scambia Ferie', also in the place of the other one. */
    openHolidays: (day: string) => (params.has('nuova') ? openInstead : open)({ ...noForm, ferie: day }),
    /** Opens the form with an own open request. */
    editRequest: (id: string) => open({ modifica: id }),
    closeForm: () => close(noForm),
    /** Closes the form and points out a request in its tab. */
    show: (tab: ExchangeTab, id: string) => change({ tab, highlight: id, ...noForm }),
  };
}
