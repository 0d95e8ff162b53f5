import { pause } from '../process.ts';
import { type Product, startProduct } from '../product.ts';

/** The delay before a restart, like a service manager's. */
const pauseMs = 250;

/** The server under test, restarted whenever it ends. */
export class Server {
  readonly #start: () => Product;
  #product: Product;
  /** False while it is being stopped on purpose. */
  #isWanted = true;
  readonly #broken: (what: string) => void;

  /** @param broken called if it ends by itself */
  constructor(settings: Record<string, string>, logFile: string, broken: (what: string) => void) {
    this.#broken = broken;
    this.#start = () => {
      this.#isWanted = true;
      const product = startProduct(settings, logFile);
      void product.exited.then(({ code, signal }) => {
        if (!this.#isWanted) return;
        broken(`the server ended by itself with ${code ?? signal}: ${lastOutput(product)}`);
        setTimeout(() => this.#isWanted && (this.#product = this.#start()), pauseMs);
      });
      return product;
    };
    this.#product = this.#start();
  }

  /** Resolves when it listens. */
  async ready(): Promise<void> {
    await this.#product.url;
  }

  /** Sends SIGKILL and restarts it. */
  async kill(): Promise<void> {
    // wait for a restart in progress
    while (!this.#product.isRunning()) await pause(pauseMs);
    this.#isWanted = false;
    await this.#product.end('SIGKILL');
    this.#product = this.#start();
  }

  /** Sends SIGSTOP, then SIGCONT after the given milliseconds. */
  async freeze(milliseconds: number): Promise<void> {
    const { child } = this.#product;
    child.kill('SIGSTOP');
    await pause(milliseconds);
    child.kill('SIGCONT');
  }

  /** Sends SIGTERM; it is not restarted. */
  async stop(): Promise<void> {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    const { code, signal } = await this.#product.end();
    const said = lastOutput(this.#product);
    // closing late on a busy machine is not a fault
    if (code === 0 || said.includes('not everything closed in time')) return;
    this.#broken(`SIGTERM ended the server with ${code ?? signal}: ${said}`);
  }
}

const lastOutput = (product: Product): string => product.output().slice(-600).trim();
