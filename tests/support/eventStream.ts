import { setTimeout } from 'node:timers/promises';

export type EventStream = Awaited<ReturnType<typeof openEventStream>>;

/**
 * Opens the event stream of a session at a listening server.
 *
 * @param url the server's address, without a trailing slash
 * @param session the session token, or somebody whose cookies are known
 */
export async function openEventStream(url: string, session: string | null | { cookie: string }) {
  const abort = new AbortController();
  const cookie = typeof session === 'string' ? `turnario=${session}` : session?.cookie;
  const response = await fetch(`${url}/api/events`, {
    headers: cookie === undefined ? {} : { cookie },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<{ name: string; data: unknown } | null> => {
    for (;;) {
      const [block, name, data = ''] = /^(?:event: (.*)\ndata: (.*)|[^]*?)\n\n/.exec(text) ?? [];
      text = text.slice(block?.length ?? 0);
      // a block without an event is a keep-alive comment
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
    // unread data would keep `closed` pending
    await reader?.cancel().catch(() => undefined);
  };
  /** The next event, or null if the server ended the stream; throws after a minute. */
  const next = () => Promise.race([read(), tooLate()]);
  return { response, next, close };
}
