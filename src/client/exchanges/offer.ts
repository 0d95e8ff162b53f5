import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';

/** A colleague's pre-acceptance, as the requester sees it. */
export type Offer = ExchangeRequest['preAcceptedBy'][number];
