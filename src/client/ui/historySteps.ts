let follow: ((event: PopStateEvent) => void) | null = null;

/**
 * To be called before the router listens, which a listener on the window can only precede by coming first: who follows
 * the steps in the history comes later, with the first page that has something to cover it.
 */
export function listenForSteps(): void {
  window.addEventListener('popstate', (event) => follow?.(event));
}

export function followSteps(follower: (event: PopStateEvent) => void): void {
  follow = follower;
}
