const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always' });

/** '1.234' */
export const formatCount = (count: number): string => whole.format(count);

/** '1 persona', '1.234 persone' */
export const countOf = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
