import { cookieOf } from '../data/world.ts';

/** A person's open event stream. */
export interface Stream {
  /** Resolves at the next event that names this list, with its moment. */
  nextChange(list: string): Promise<number>;
  close(): void;
}

/** Opens a person's event stream and waits for its greeting. */
export async function openStream(url: string, person: number): Promise<Stream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    headers: { cookie: cookieOf(person) },
    signal: abort.signal,
  });
  let waiting: { list: string; resolve(at: number): void } | null = null;
  const greeted = Promise.withResolvers<void>();
  const read = async (): Promise<void> => {
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (text.includes('event: hello')) greeted.resolve();
      if (waiting && text.includes(`"${waiting.list}"`)) {
        waiting.resolve(performance.now());
        waiting = null;
      }
    }
  };
  read().catch((error: unknown) => greeted.reject(error));
  await greeted.promise;
  return {
    nextChange: (list) =>
      new Promise((resolve) => {
        waiting = { list, resolve };
      }),
    close: () => abort.abort(),
  };
}
