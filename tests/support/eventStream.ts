import { setTimeout } from 'node:timers/promises';

export type EventStream = Awaited<ReturnType<typeof openEventStream>>;

/**
 * Opens the event stream of a session at a listening server.
 *
 * @param url of the server, without a slash at its end
 * @param session the token of its cookie, or somebody whose cookies are known
 * @param query `page` names the page that opens it, `age` says how many milliseconds ago it began to read
 */
export async function openEventStream(
  url: string,
  session: string | null | { cookie: string },
  query: { page?: string; age?: string } = {},
) {
  const abort = new AbortController();
  const cookie = typeof session === 'string' ? `turnario=${session}` : session?.cookie;
  const response = await fetch(`${url}/api/events?${new URLSearchParams(query).toString()}`, {
    headers: cookie === undefined ? {} : { cookie },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<{ name: string; data: unknown } | null> => {
    for (;;) {
      const [block, name, data = ''] = /^(?:event: (.*)\ndata: (.*)|[^]*?)\n\n/.exec(text) ?? [];
      text = text.slice(block?.length ?? 0);
      // a block without an event is a comment that keeps the connection open
      if (name !== undefined) return { name, data: JSON.parse(data) as unknown };
      if (block !== undefined) continue;
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      if (done) return null;
      text += value;
    }
  };
  const tooLate = async (): Promise<never> => {
    await setTimeout(60_000, undefined, { ref: false });
    throw new Error('no event within a minute');
  };
  const close = async (): Promise<void> => {
    abort.abort();
    // what was not read yet would keep `closed` waiting
    await reader?.cancel().catch(() => undefined);
  };
  /** The next event, for which it waits a minute at most; null: the server ended the stream. */
  const next = () => Promise.race([read(), tooLate()]);
  return { response, next, close };
}
