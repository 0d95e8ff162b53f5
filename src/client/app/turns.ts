export interface Turns {
  /** Whether it is this tab's turn. */
  isOwn(): boolean;
  /** Takes the turn away from whichever tab has it. */
  seize(): void;
  /** Gives the turn back, or leaves the queue. */
  leave(): void;
}

/**
 * Takes turns with the other tabs of this browser: one of those that use the same name has the turn, and when it goes
 * the next one gets it.
 *
 * @param begin is called when this tab gets the turn and answers what to call when it loses it; `isFirst` says that it did
 *   not have to wait: no other tab had the turn before
 */
export function takeTurns(name: string, begin: (isFirst: boolean) => () => void): Turns {
  const over = new AbortController();
  let end: (() => void) | null = null;

  const have = (isFirst: boolean): Promise<void> =>
    new Promise((release) => {
      if (over.signal.aborted) return release();
      const stop = begin(isFirst);
      end = () => {
        end = null;
        stop();
        release();
      };
    });
  /** Settles when the turn is over or was taken away; answers whether there was one. */
  const take = async (options: LockOptions): Promise<boolean> => {
    let wasGranted = false;
    const onGranted = async (lock: Lock | null): Promise<void> => {
      if (!lock) return;
      wasGranted = true;
      await have(options.ifAvailable === true);
    };
    await navigator.locks.request(name, options, onGranted).catch(() => undefined);
    end?.();
    return wasGranted;
  };
  const queue = async (): Promise<void> => {
    await take({ ifAvailable: true });
    while (!over.signal.aborted && (await take({ signal: over.signal })));
    // refused without a turn: a browser that gives no locks here after all
    if (!over.signal.aborted) await have(true);
  };

  void queue();
  return {
    isOwn: () => end !== null,
    // the place in the queue stays for when this turn is taken away in its turn
    seize: () => void take({ steal: true }),
    leave: () => {
      over.abort();
      end?.();
    },
  };
}
