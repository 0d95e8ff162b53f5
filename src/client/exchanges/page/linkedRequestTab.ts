import type { ExchangeRequest, ExchangeTab } from '../../../domain/exchanges/schema.ts';

/** Where a request is shown that stands in none of the viewer's tabs: closed without them, or not for them any more. */
const tabOfOthers: ExchangeTab = 'disponibili';

/** The tab to open for a request that was asked for. */
export const tabToOpen = ({ tab }: Pick<ExchangeRequest, 'tab'>): ExchangeTab => tab ?? tabOfOthers;

/**
 * Whether a request that was asked for, and is not among those listed, stands above their list: it lies beyond what is
 * loaded, or in no tab at all. Once it has gone to another tab it is not there.
 *
 * @param open the tab that is open
 * @param hasMore whether more can be loaded there
 */
export const isShownAbove = (
  { tab }: Pick<ExchangeRequest, 'tab'>,
  open: ExchangeTab,
  hasMore: boolean,
): boolean => (tab === null ? open === tabOfOthers : tab === open && hasMore);
