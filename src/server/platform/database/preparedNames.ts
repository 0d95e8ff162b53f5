import { createHash } from 'node:crypto';

const largestCount = 500;

/**
 * Names under which statements are prepared, so that a repeated text is parsed and planned once a connection. A text
 * gets a name from its second use on, and only the first 500 do: texts that differ each time (a list of values of
 * varying length) must not fill the memory of the server.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();

  nameFor(text: string): string | null {
    const name = this.#names.get(text);
    if (name !== undefined) return name;
    if (this.#names.size >= largestCount) return null;
    if (!this.#seenOnce.delete(text)) {
      this.#seenOnce.add(text);
      this.#forgetOldest();
      return null;
    }
    const given = `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    this.#names.set(text, given);
    return given;
  }

  #forgetOldest(): void {
    const [oldest] = this.#seenOnce;
    if (this.#seenOnce.size > largestCount && oldest !== undefined) this.#seenOnce.delete(oldest);
  }
}
