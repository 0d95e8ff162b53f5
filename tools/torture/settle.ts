import { pino } from 'pino';
import sql from 'sql-template-tag';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import type { Database } from '../../src/server/platform/database/database.ts';
import { createMetrics } from '../../src/server/platform/metrics/metrics.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import type { MailServer } from './mailServer.ts';

const rounds = 12;
const hoursARound = 7;

/**
 * Has every mail sent that still waits, by the product's own worker with a clock that is ahead; the mail server takes
 * everything now.
 *
 * @param mailFrom the sender whom the server had
 * @param now what the server's clock showed last
 */
export async function settleMails(
  database: Database,
  mails: MailServer,
  mailFrom: string,
  now: string,
): Promise<void> {
  mails.behaviour = 'takes';
  const settings = readSettings({ SMTP_URL: mails.url, MAIL_FROM: mailFrom });
  const log = pino({ level: 'silent' });
  for (let round = 1; round <= rounds; round += 1) {
    const instant = new Date(Date.parse(now) + round * hoursARound * 3_600_000).toISOString();
    const worker = await startMailWorker({
      database,
      settings,
      log,
      metrics: createMetrics(),
      clock: { ...systemClock, now: () => instant },
    });
    await worker.wake();
    await worker.stop();
    const { waiting } = await database.one<{ waiting: number }>(sql`
      select count(*) as waiting from mail_outbox where status in ('queued', 'sending')`);
    if (waiting === 0) return;
  }
}
