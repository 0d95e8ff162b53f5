import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Of the caller's session; null: signed out. */
  token: string | null;
  body?: object;
}

export interface Answer {
  status: number;
  body: unknown;
  /** Of the answer and of the call, headers included, as they went over the wire. */
  bytes: number;
}

/** Calls to running servers, over connections that stay open as a browser's do. */
export class Caller implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });
  readonly #counted = new WeakMap<Socket, number>();

  /** @throws Error when the server breaks off */
  call(origin: string, { method, path, token, body }: Call): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers: Record<string, string | number> = { accept: 'application/json' };
    if (token !== null) headers['cookie'] = `turnario=${token}`;
    if (body !== undefined) {
      headers['content-type'] = 'application/json';
      headers['content-length'] = Buffer.byteLength(text);
    }
    return new Promise((resolve, reject) => {
      const sent = request(origin + path, { method, headers, agent: this.#agent }, (response) => {
        const { socket } = response;
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const content = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json') === true;
          resolve({
            status: response.statusCode ?? 0,
            body: isJson && content !== '' ? JSON.parse(content) : content,
            bytes: this.#bytesOf(socket),
          });
        });
      });
      sent.once('error', reject);
      sent.end(text);
    });
  }

  #bytesOf(socket: Socket): number {
    const all = socket.bytesRead + socket.bytesWritten;
    const before = this.#counted.get(socket) ?? 0;
    this.#counted.set(socket, all);
    return all - before;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
