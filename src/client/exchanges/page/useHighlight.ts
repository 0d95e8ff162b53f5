import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';
import { HttpError, textOf } from '../../http/httpError.ts';
import { useToast } from '../../ui/toast.ts';
import { exchangeRequestQuery } from '../api.ts';
import { cardId } from '../card/ExchangeCard.tsx';
import { tabToOpen } from './tabs.ts';
import type { useExchangeAddress } from './useExchangeAddress.ts';

const scrollDelay = 500;
const highlightTime = 5000;

/** Why a request is not shown; what no request can be called is not there, as what nobody has. */
const missingText = (error: unknown): { title: string; text: string } =>
  error instanceof HttpError && [400, 404].includes(error.status)
    ? { title: 'Questa richiesta non c’è più', text: 'Chi l’ha pubblicata l’ha tolta: non devi fare niente.' }
    : { title: 'Non riesco ad aprire la richiesta', text: textOf(error, 'Riprova tra poco.') };

interface Linked {
  id: string;
  tab: ExchangeTab;
}

/**
 * Follows `?highlight={id}`: asks where the request is, opens that tab, scrolls to the card after 500 ms, keeps it
 * highlighted for 5 s, then takes the parameter out of the address (specification, section 9).
 *
 * @param isLoaded whether the list of the open tab is there
 * @returns the request that was asked for, kept until another tab is chosen
 */
export function useHighlight(
  { tab, writtenTab, highlight, change, endHighlight }: ReturnType<typeof useExchangeAddress>,
  isLoaded: boolean,
): string | null {
  const [linked, setLinked] = useState<Linked | null>(null);
  const client = useQueryClient();
  const toast = useToast();

  const giveUp = useEffectEvent((text: ReturnType<typeof missingText>) => {
    toast({ variant: 'info', ...text });
    change({ highlight: null });
  });
  const open = useEffectEvent((request: ExchangeRequest) => {
    const found = tabToOpen(request);
    setLinked({ id: request.id, tab: found });
    change({ tab: found });
  });
  const finish = useEffectEvent(endHighlight);

  const isFound = useEffectEvent(() => linked?.id === highlight && linked?.tab === writtenTab);

  // Asked again where the address points out the same request anew, before its five seconds are over.
  useEffect(() => {
    if (highlight === null || isFound()) return;
    let isCurrent = true;
    // asked once: from then on the person may move on, whatever becomes of the request
    client.query({ ...exchangeRequestQuery(highlight), staleTime: 0 }).then(
      (request) => {
        if (isCurrent) open(request);
      },
      (error: unknown) => {
        if (isCurrent) giveUp(missingText(error));
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
    const end = setTimeout(() => finish(highlight), scrollDelay + highlightTime);
    return () => {
      clearTimeout(scroll);
      clearTimeout(end);
    };
  }, [isInPlace, highlight]);

  return linked?.tab === tab ? linked.id : null;
}
