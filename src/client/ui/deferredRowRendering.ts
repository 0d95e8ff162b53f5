/**
 * For rows of long lists, without shadows and with inset focus rings. Off-screen rows are neither laid out nor painted,
 * but stay in the DOM for find in page, screen readers and links; their height is an estimate until first visible. The
 * first six are always rendered, since a wrong estimate on screen would shift the layout. For cards see `CardList`.
 */
export const deferredRowRendering =
  'nth-[n+7]:[content-visibility:auto] nth-[n+7]:[contain-intrinsic-size:auto_4.5rem]';
