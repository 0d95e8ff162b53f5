/** An event of `GET /api/events` as it arrived. */
export interface ReceivedEvent {
  name: string;
  data: unknown;
}

/** An open event stream. `next` waits for the next event, a minute at most; null: the server ended the stream. */
export interface EventStream {
  response: Response;
  next(): Promise<ReceivedEvent | null>;
  close(): Promise<void>;
}

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
): Promise<EventStream> {
  const abort = new AbortController();
  const cookie = typeof session === 'string' ? `turnario=${session}` : session?.cookie;
  const response = await fetch(`${url}/api/events?${new URLSearchParams(query).toString()}`, {
    headers: cookie === undefined ? {} : { cookie },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<ReceivedEvent | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = parseEvent(text.slice(0, end));
        text = text.slice(end + 2);
        if (event) return event;
        continue;
      }
      const { done = true, value = '' } = (await reader?.read()) ?? {};
      if (done) return null;
      text += value;
    }
  };
  const next = async (): Promise<ReceivedEvent | null> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('no event within a minute')), 60_000);
    return Promise.race([read(), late]).finally(() => clearTimeout(timer));
  };
  const close = async (): Promise<void> => {
    abort.abort();
    // what was not read yet would keep `closed` waiting
    await reader?.cancel().catch(() => undefined);
  };
  return { response, next, close };
}

/** Null for a block without an event, such as the comment that keeps the connection open. */
function parseEvent(block: string): ReceivedEvent | null {
  const field = (name: string): string | undefined =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const name = field('event');
  return name === undefined ? null : { name, data: JSON.parse(field('data') ?? 'null') as unknown };
}
