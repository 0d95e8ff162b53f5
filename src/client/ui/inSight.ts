/**
 * For the entries of lists that may grow long: what is out of sight is neither laid out nor painted, yet stands in the
 * page for searches, screen readers and links. The size is a guess until an entry has been in sight once. The margin is
 * for shadows and focus rings, which would be cut off. The first six are drawn as they are: a guess that turns out wrong in
 * sight would move what stands below.
 */
export const cardInSight =
  '-m-2 p-2 nth-[n+7]:[content-visibility:auto] nth-[n+7]:[contain-intrinsic-size:auto_23rem]';

/** The same for lines without a shadow, whose focus ring stands inside. */
export const rowInSight =
  'nth-[n+7]:[content-visibility:auto] nth-[n+7]:[contain-intrinsic-size:auto_4.5rem]';
