import { connect, type Socket } from 'node:net';

/** What is kept of an answer; moments in milliseconds of `performance.now`. */
export interface Reply {
  status: number;
  begin: number;
  end: number;
  bytes: number;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  cookie: string | null;
  body?: object;
  /** The address that a proxy before the server would name; left out, all come from one. */
  address?: string;
}

/** As it goes over the line. */
export function textOf({ method, path, cookie, body, address }: Call, url: string): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  return [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    ...(cookie === null ? [] : [`cookie: ${cookie}`]),
    ...(address === undefined ? [] : [`x-forwarded-for: ${address}`]),
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
    '',
    text,
  ].join('\r\n');
}

interface Waiting {
  begin: number;
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

/**
 * One connection that makes one call after the other. It reads no more of an answer than where it ends: the cores are
 * shared with what is measured.
 */
export class Connection {
  readonly #port: number;
  readonly #timeout: number;
  #socket: Socket | null = null;
  #waiting: Waiting | null = null;
  #received: Buffer = Buffer.alloc(0);

  /** @param timeout after so many milliseconds of silence a call has failed */
  constructor(url: string, timeout = 20_000) {
    this.#port = Number(new URL(url).port);
    this.#timeout = timeout;
  }

  /**
   * @param call as it goes over the line
   * @throws Error when the connection breaks; the next call opens another one
   */
  send(call: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { begin: performance.now(), resolve, reject };
      this.#socket ??= this.#open();
      this.#socket.write(call);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const timeout = this.#timeout;
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    const lose = (error: Error): void => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#received = Buffer.alloc(0);
      this.#waiting?.reject(error);
      this.#waiting = null;
    };
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', lose);
    socket.on('close', () => lose(new Error('the server closed the connection')));
    socket.setTimeout(timeout, () => socket.destroy(new Error(`no answer within ${timeout} ms`)));
    return socket;
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const head = this.#received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const text = this.#received.toString('latin1', 0, head);
    const length = /\ncontent-length: *(\d+)/i.exec(text)?.[1];
    const status = Number(text.slice(9, 12));
    if (length === undefined && status !== 204 && status !== 304) {
      this.#socket?.destroy(new Error(`an answer without a length: ${text}`));
      return;
    }
    const bytes = head + 4 + Number(length ?? 0);
    if (this.#received.length < bytes) return;
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status, begin: waiting.begin, end: performance.now(), bytes });
  }
}
