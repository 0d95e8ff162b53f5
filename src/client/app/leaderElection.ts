export interface Leadership {
  isLeader(): boolean;
  /** Takes leadership away from whichever tab has it. */
  takeOver(): void;
  /** Gives up leadership, or stops waiting for it. */
  resign(): void;
}

/**
 * Elects one leader among this browser's tabs that use the same name; when it goes the next in the queue follows.
 *
 * @param begin called when this tab becomes the leader; returns what to call when it no longer is. `isFirst`: no other tab
 *   led before
 */
export function electLeader(name: string, begin: (isFirst: boolean) => () => void): Leadership {
  const over = new AbortController();
  let end: (() => void) | null = null;

  const lead = (isFirst: boolean): Promise<void> =>
    new Promise((release) => {
      if (over.signal.aborted) return release();
      const stop = begin(isFirst);
      end = () => {
        end = null;
        stop();
        release();
      };
    });
  /** Settles when leadership ends; resolves to whether there was any. */
  const request = async (options: LockOptions): Promise<boolean> => {
    let wasLeader = false;
    const onGranted = async (lock: Lock | null): Promise<void> => {
      if (!lock) return;
      wasLeader = true;
      await lead(options.ifAvailable === true);
    };
    await navigator.locks.request(name, options, onGranted).catch(() => undefined);
    end?.();
    return wasLeader;
  };
  const queue = async (): Promise<void> => {
    await request({ ifAvailable: true });
    while (!over.signal.aborted && (await request({ signal: over.signal })));
    // refused without ever leading: a browser without usable locks
    if (!over.signal.aborted) await lead(true);
  };

  void queue();
  return {
    isLeader: () => end !== null,
    // the queued request stays, for when leadership is taken away again
    takeOver: () => void request({ steal: true }),
    resign: () => {
      over.abort();
      end?.();
    },
  };
}
