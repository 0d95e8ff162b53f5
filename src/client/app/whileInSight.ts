/** Long enough for a look at another app. */
const hiddenFor = 60_000;

/**
 * Keeps something going while the page is in sight: it ends a minute after the page went out of sight and begins again
 * when somebody looks.
 *
 * @param begin starts it and answers how to end it; `isReturn` says that it had ended before
 * @returns a function that ends it for good
 */
export function whileInSight(begin: (isReturn: boolean) => () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: (() => void) | null = begin(false);
  const rest = (): void => {
    end?.();
    end = null;
  };
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(rest, hiddenFor);
    else end ??= begin(true);
  };
  // a tab may be opened behind another one
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    clearTimeout(timer);
    rest();
  };
}
