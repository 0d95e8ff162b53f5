import { type ClientRequest, request } from 'node:http';
import type { ChangedList } from '../src/domain/events/stream.ts';

/** An event stream as a page holds it. */
export interface OpenStream {
  /** Sent and received so far, headers included. */
  bytes(): number;
  close(): void;
}

/**
 * Opens a stream; resolves when its first event has come.
 *
 * @throws Error when the server refuses it or ends it before
 */
export function openStream(
  origin: string,
  cookie: string,
  onChanged: (lists: readonly ChangedList[]) => void = () => undefined,
): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: 'text/event-stream' };
    const sent: ClientRequest = request(`${origin}/api/events`, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        reject(new Error(`GET /api/events: ${response.statusCode}`));
        return;
      }
      let rest = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block.startsWith('event: hello')) resolve(streamOf(sent));
          else onChanged(changedIn(block));
        }
      });
      // ended by either side: nothing to do
      response.on('error', () => undefined);
      response.once('close', () => reject(new Error('the stream ended before its first event')));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const streamOf = (sent: ClientRequest): OpenStream => ({
  bytes: () => (sent.socket?.bytesRead ?? 0) + (sent.socket?.bytesWritten ?? 0),
  close: () => sent.destroy(),
});

function changedIn(block: string): readonly ChangedList[] {
  const data = /^event: changed\ndata: (.*)$/m.exec(block)?.[1];
  return data === undefined ? [] : (JSON.parse(data) as { lists: ChangedList[] }).lists;
}
