import { vi } from 'vitest';

// Fakes of the browser APIs that the client uses.

/** Stubs `localStorage` with this map. */
export const stubStorage = (kept: Map<string, string>): void =>
  void vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  });

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readyState = 0;
  constructor() {
    super();
    FakeEventSource.opened.push(this);
  }
  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
  tell(event: string, data: object = {}): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
  /** An answer after which the browser does not reconnect. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}

export const openStreams = (): FakeEventSource[] =>
  FakeEventSource.opened.filter(({ readyState }) => readyState !== FakeEventSource.CLOSED);
