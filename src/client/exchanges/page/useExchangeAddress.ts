import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { textOf } from '../../http/httpError.ts';
import { showToast } from '../../ui/toast.ts';
import { useAddress } from '../../ui/useAddress.ts';
import { exchangeRequestQuery, isMissing } from '../api.ts';
import { cardId } from '../card/ExchangeCard.tsx';
import { readTab, tabToOpen } from './tabs.ts';

const noForm = { nuova: null, modifica: null, ferie: null };

/**
 * The exchange screen's URL: `?tab=`, `&highlight=` a request to highlight, `&nuova=` the form with the shift to offer
 * or empty, `&modifica=` the form with an own open request, `&ferie=` 'Scambia Ferie' with a day of the holidays to
 * offer or empty, `&richiesta=` the request whose card is open or empty.
 */
export function useExchangeAddress() {
  const { parameters: params, change } = useAddress();
  return {
    tab: readTab(params.get('tab')),
    /** The raw URL value; null if absent. */
    writtenTab: params.get('tab'),
    highlight: params.get('highlight'),
    /** The open form's initial shift, '' for none; null while the form is closed. */
    formFor: params.get('nuova'),
    /** The request being edited. */
    editedId: params.get('modifica'),
    /** A day of the holidays to offer, '' for none; null while the form is closed. */
    holidayFor: params.get('ferie'),
    /** See `RequestParts`. */
    openId: params.get('richiesta'),
    /** Opens a request's card, replacing the open one; '' closes it. */
    openCard: (id: string) => change({ richiesta: id }),
    change,
    selectTab: (tab: ExchangeTab) => change({ tab, highlight: null, richiesta: null }),
    /** Opens the form; `shiftId` is the shift to offer or ''. */
    openForm: (shiftId: string) => change({ nuova: shiftId }),
    /** Opens 'Scambia Ferie', replacing the other form. */
    openHolidays: (day: string) => change({ ...noForm, ferie: day }),
    /** Opens the form with an own open request. */
    editRequest: (id: string) => change({ modifica: id }),
    closeForm: () => change(noForm),
    /** Closes the form and highlights a request in its tab. */
    show: (tab: ExchangeTab, id: string) => change({ tab, highlight: id, richiesta: id, ...noForm }),
  };
}

/** Reads the URL itself, which changes before the next render. */
const isStillHighlighted = (id: string): boolean =>
  new URLSearchParams(window.location.search).get('highlight') === id;

const scrollDelay = 500;
const highlightTime = 5000;

/** Why a request is not shown; a malformed id counts as missing. */
const missingText = (error: unknown): { title: string; text: string } =>
  isMissing(error)
    ? { title: 'Questa richiesta non c’è più', text: 'L’hanno tolta, o non è per te: non devi fare niente.' }
    : { title: 'Non riesco ad aprire la richiesta', text: textOf(error, 'Riprova tra poco.') };

interface Linked {
  id: string;
  tab: ExchangeTab;
}

/**
 * Handles `?highlight={id}`: fetches the request, opens its tab, scrolls to the card after 500 ms, highlights it for 5
 * s, then removes the parameter (specification, section 9).
 *
 * @param isLoaded whether the open tab's list is loaded
 * @returns the linked request, kept until another tab is chosen
 */
export function useHighlight(
  { tab, writtenTab, highlight, change }: ReturnType<typeof useExchangeAddress>,
  isLoaded: boolean,
): string | null {
  const [linked, setLinked] = useState<Linked | null>(null);
  const client = useQueryClient();

  const finish = useEffectEvent(() => change({ highlight: null }));
  const giveUp = useEffectEvent((error: unknown) => {
    showToast({ variant: 'info', ...missingText(error) });
    finish();
  });
  const open = useEffectEvent((request: ExchangeRequest) => {
    const found = tabToOpen(request);
    setLinked({ id: request.id, tab: found });
    change({ tab: found, richiesta: request.id });
  });

  const isFound = useEffectEvent(() => linked?.id === highlight && linked?.tab === writtenTab);

  // Asked again where the address points out the same request anew, before its five seconds are over.
  useEffect(() => {
    if (highlight === null || isFound()) return;
    let isCurrent = true;
    // fetched once: afterwards the person may navigate freely
    client.query({ ...exchangeRequestQuery(highlight), staleTime: 0 }).then(
      (request) => {
        if (isCurrent && isStillHighlighted(highlight)) open(request);
      },
      (error: unknown) => {
        if (isCurrent && isStillHighlighted(highlight)) giveUp(error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [highlight, writtenTab, client]);

  const isInPlace = linked !== null && linked.id === highlight && linked.tab === tab && isLoaded;
  useEffect(() => {
    if (!isInPlace || highlight === null) return;
    const scroll = setTimeout(() => {
      const card = document.getElementById(cardId(highlight));
      card?.scrollIntoView({ block: 'center' });
      card?.focus({ preventScroll: true });
    }, scrollDelay);
    const end = setTimeout(() => isStillHighlighted(highlight) && finish(), scrollDelay + highlightTime);
    return () => {
      clearTimeout(scroll);
      clearTimeout(end);
    };
  }, [isInPlace, highlight]);

  return linked?.tab === tab ? linked.id : null;
}
