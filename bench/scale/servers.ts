import { join } from 'node:path';
import { type Server, startServer } from '../servers/child.ts';
import { freePort } from '../servers/freePort.ts';
import { product } from '../servers/pairs.ts';

/** The CEO of the measured servers. */
export const ceo = { email: 'direzione@turnario.example', password: 'Parola-di-prova-1' };

/**
 * Starts a server process as in service: production, one line a call in its log.
 *
 * @param settings as environment variables: where its database is
 * @param folder for its log and its data
 * @throws Error naming its log when it ends before it answers
 */
export async function startMeasuredServer(settings: Record<string, string>, folder: string): Promise<Server> {
  const port = await freePort();
  // a test on a busy machine lets its servers be late; a measurement does not
  const { MAX_DELAY_MS } = process.env;
  return startServer({
    args: product,
    env: {
      NODE_ENV: 'production',
      CEO_EMAILS: ceo.email,
      CEO_INITIAL_PASSWORD: ceo.password,
      APP_SECRET: 'no secret: the database is gone when the run ends',
      LOG_LEVEL: 'info',
      METRICS_PORT: 'off',
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      ...(MAX_DELAY_MS && { MAX_DELAY_MS }),
      ...settings,
    },
    url: `http://127.0.0.1:${port}`,
    logFile: join(folder, `server-${port}.log`),
  });
}
