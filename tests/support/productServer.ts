import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, type Product, startProduct } from '../../scripts/product.ts';

/** What a person types to sign in. */
export interface SignIn {
  email: string;
  password: string;
}

/** The real server, `node src/server/main.ts`, on a free port and an embedded database of its own. */
export interface ProductServer {
  /** The address it printed. */
  url: string;
  /** The lines it printed at its first start. */
  notices: readonly string[];
  /** Where its data are; another may open them between `halt` and `start`. */
  dataFolder: string;
  /**
   * The printed sign-in of a demo account.
   *
   * @param firstName such as 'Giulia'
   */
  signInOf(firstName: string): SignIn;
  /** The printed access code of a demo worksite, by its name. */
  accessCodeOf(worksite: string): string;
  /** Stops the process and keeps its port and its data for `start`. */
  halt(): Promise<void>;
  /** Starts it again after `halt`. */
  start(): Promise<void>;
  /** Ends it and removes its data; throws if it logged an error or did not end cleanly. */
  close(): Promise<void>;
}

/** Environment variables: `{ SMTP_URL: … }`, `{ TZ: 'UTC' }`, `{ DEMO: '0' }`. */
export type ProductSettings = Record<string, string>;

/**
 * Starts a server, on the demo's data unless `DEMO` says otherwise.
 *
 * @param settings may depend on the address at which the server will listen
 */
export async function startProductServer(
  settings: ProductSettings | ((address: string) => ProductSettings) = {},
): Promise<ProductServer> {
  const folder = await mkdtemp(join(tmpdir(), 'turnario-e2e-'));
  const port = String(await findFreePort());
  const chosen = typeof settings === 'function' ? settings(`http://localhost:${port}`) : settings;
  const environment = {
    DEMO: '1',
    LOG_LEVEL: 'warn',
    MAX_DELAY_MS: '60000',
    PORT: port,
    METRICS_PORT: 'off',
    DATA_DIR: folder,
    ...chosen,
  };
  const faults: string[] = [];
  let product: Product | null = await startProduct(environment);
  const { url, notices } = product;
  const halt = async (): Promise<void> => {
    const ending = product;
    if (!ending) return;
    product = null;
    const exitCode = await ending.stop();
    if (exitCode !== 0) faults.push(`it ended with ${exitCode}`);
    faults.push(...errorsIn(ending.output()));
  };
  return {
    url,
    notices,
    dataFolder: environment.DATA_DIR,
    signInOf: (firstName) => signInOf(notices, firstName),
    accessCodeOf: (worksite) => accessCodeOf(notices, worksite),
    halt,
    start: async () => {
      product ??= await startProduct(environment);
    },
    close: async () => {
      await halt();
      await rm(folder, { recursive: true, force: true });
      if (faults.length > 0) throw new Error(`the server failed:\n${faults.join('\n')}`);
    },
  };
}

/** The log lines of level error and above. */
function errorsIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= 50);
}

function signInOf(notices: readonly string[], firstName: string): SignIn {
  const text = notices.join('\n');
  const email = new RegExp(`^ +(${firstName.toLowerCase()}(?:\\.\\S+)?@\\S+)`, 'm').exec(text)?.[1];
  const password = /password di tutti: (.+)\)/.exec(text)?.[1];
  if (!email || !password) throw new Error(`no sign-in of ${firstName} was printed:\n${text}`);
  return { email, password };
}

function accessCodeOf(notices: readonly string[], worksite: string): string {
  const code = new RegExp(`${worksite} (\\S+?)(?:,|$)`, 'm').exec(notices.join('\n'))?.[1];
  if (!code) throw new Error(`no access code of ${worksite} was printed`);
  return code;
}
