import { vi } from 'vitest';

// What a browser would have, as far as the client uses it.

/** The storage of a device, as what is kept in it. */
export const stubStorage = (kept: Map<string, string>): void =>
  void vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });

/** A line to the server. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;
  readonly path: string;
  constructor(path: string) {
    super();
    this.path = path;
    FakeEventSource.opened.push(this);
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
  tell(event: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
  /** How old the page says it is, in milliseconds. */
  get age(): string | null {
    return new URL(this.path, 'http://x').searchParams.get('age');
  }
}

/** The lines that are open. */
export const linesOpen = (): FakeEventSource[] =>
  FakeEventSource.opened.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
