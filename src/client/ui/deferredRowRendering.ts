/**
 * For lines of lists that may grow long, without a shadow and with the focus ring inside: what is not visible is neither
 * laid out nor painted, yet stands in the page for searches, screen readers and links. The height is a guess until a line
 * has been in sight once. The first six are rendered as they are: a guess that turns out wrong in sight would move what
 * stands below. Cards: see `CardList`.
 */
export const deferredRowRendering =
  'nth-[n+7]:[content-visibility:auto] nth-[n+7]:[contain-intrinsic-size:auto_4.5rem]';
