import { nextLook } from '../process.ts';
import { type Product, startProduct } from '../product.ts';

/** How soon a service manager would start it again. */
const pauseMs = 250;

/** The server under test, started again whenever it ends, as a service manager would. */
export class Server {
  readonly #start: () => Product;
  #product: Product;
  /** Nobody has told it to end. */
  #isWanted = true;
  readonly #broken: (what: string) => void;

  /** @param broken told when it ends though nothing has ended it */
  constructor(settings: Record<string, string>, logFile: string, broken: (what: string) => void) {
    this.#broken = broken;
    this.#start = () => {
      this.#isWanted = true;
      const product = startProduct(settings, logFile);
      void product.exited.then(({ code, signal }) => {
        if (!this.#isWanted) return;
        broken(`the server ended by itself with ${code ?? signal}: ${lastWords(product)}`);
        setTimeout(() => this.#isWanted && (this.#product = this.#start()), pauseMs);
      });
      return product;
    };
    this.#product = this.#start();
  }

  /** Resolves when it has said where it listens. */
  async ready(): Promise<void> {
    await this.#product.url;
  }

  /** SIGKILL; it starts again. */
  async kill(): Promise<void> {
    // between two starts there is nobody to end
    while (!this.#product.isRunning()) await nextLook(pauseMs);
    this.#isWanted = false;
    await this.#product.end('SIGKILL');
    this.#product = this.#start();
  }

  /** SIGSTOP, and after so many milliseconds SIGCONT. */
  async freeze(milliseconds: number): Promise<void> {
    const { child } = this.#product;
    child.kill('SIGSTOP');
    await nextLook(milliseconds);
    child.kill('SIGCONT');
  }

  /** SIGTERM, for good. */
  async stop(): Promise<void> {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    const { code, signal } = await this.#product.end();
    const said = lastWords(this.#product);
    // a machine that is too busy to close everything in time breaks no promise
    if (code === 0 || said.includes('not everything closed in time')) return;
    this.#broken(`SIGTERM ended the server with ${code ?? signal}: ${said}`);
  }
}

const lastWords = (product: Product): string => product.output().slice(-600).trim();
