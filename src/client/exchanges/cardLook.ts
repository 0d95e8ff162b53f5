/** The id of a request's card in the page, for `?highlight=`. */
export const cardId = (requestId: string): string => `scambio-${requestId}`;

/** The frame of a card that the address points out; the card also takes the focus. */
export const highlightLook = (isHighlighted: boolean): string =>
  `scroll-mt-24 ${isHighlighted ? 'outline-3 -outline-offset-1 outline-accent' : 'outline-none'}`;

/** Cards below each other on a phone, two beside each other on a desk. */
export const cardGrid = 'grid gap-3 lg:grid-cols-2 lg:items-start lg:gap-4';
