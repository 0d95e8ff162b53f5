import { randomInt } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { mailTries } from '../../src/domain/mail/rules.ts';
import { startMailWorker } from '../../src/server/mail/worker.ts';
import { systemClock } from '../../src/server/platform/clock.ts';
import type { Database, Queryable } from '../../src/server/platform/database/database.ts';
import { createMetrics } from '../../src/server/platform/metrics/metrics.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { startSmtpServer } from '../smtpServer.ts';

/** How a mail server may behave. */
const behaviours = ['takes', 'busy', 'full', 'refuses', 'hangs', 'drops', 'away'] as const;

/** What it did with a complete message. `kept`: accepted, but the answer may have been lost or never sent. */
export interface Handling {
  messageId: string;
  result: 'kept' | 'refused for now' | 'refused for good';
}

const never = new Promise<never>(() => undefined);

/** A real but faulty SMTP server on 127.0.0.1 that records what it did; emits `kept` before it answers. */
export class MailServer extends EventEmitter {
  /** null: random at every step, good every second time. */
  behaviour: (typeof behaviours)[number] | null = null;
  readonly handled: Handling[] = [];
  url = '';

  async start(): Promise<() => Promise<void>> {
    const smtp = await startSmtpServer();
    this.url = smtp.url;
    smtp.onGreeting = () => {
      if (this.#next() !== 'away') return;
      smtp.cut();
      return never;
    };
    smtp.onRecipient = () => {
      if (this.#next() === 'busy') return { code: 451, text: 'try later' };
    };
    smtp.onMessage = ({ content }) => {
      const behaviour = this.#next();
      const messageId = /^<([^@>]+)/.exec(content.messageId ?? '')?.[1] ?? '';
      if (behaviour === 'full' || behaviour === 'refuses') {
        const isForNow = behaviour === 'full';
        this.handled.push({ messageId, result: isForNow ? 'refused for now' : 'refused for good' });
        return { code: isForNow ? 452 : 550, text: 'no' };
      }
      this.handled.push({ messageId, result: 'kept' });
      this.emit('kept');
      if (behaviour !== 'hangs' && behaviour !== 'drops') return;
      setTimeout(() => smtp.cut(), behaviour === 'hangs' ? 2_500 : 0);
      return never;
    };
    return () => smtp.stop();
  }

  #next() {
    return this.behaviour ?? behaviours[randomInt(2 * behaviours.length)] ?? 'takes';
  }
}

/** Longer than the longest pause between two attempts. */
const roundHours = 7;

/** Sends all waiting mails with the product's worker, on a clock that is ahead. */
export async function settleMails(database: Database, smtpUrl: string, mailFrom: string): Promise<void> {
  const settings = readSettings({ SMTP_URL: smtpUrl, MAIL_FROM: mailFrom });
  const context = { database, settings, log: pino({ level: 'silent' }), metrics: createMetrics() };
  for (let round = 1; round <= 12; round += 1) {
    const instant = new Date(Date.now() + round * roundHours * 3_600_000).toISOString();
    const worker = await startMailWorker({ ...context, clock: { ...systemClock, now: () => instant } });
    await worker.wake();
    await worker.stop();
    const waiting = await database.many(sql`
      select from mail_outbox where status in ('queued', 'sending') limit 1`);
    if (waiting.length === 0) return;
  }
}

interface MailRow {
  id: string;
  status: string;
  reason: string | null;
  attempts: number;
}

/** Each mail must have arrived at most once and have been queued; one that may not have arrived needs a reason. */
export async function judgeMails(database: Queryable, handled: readonly Handling[]): Promise<string[]> {
  const rows = await database.many<MailRow>(sql`
    select id, status, last_error as reason, attempts from mail_outbox`);
  const queued = new Set(rows.map(({ id }) => id));
  const unknown = handled.filter(({ messageId }) => !queued.has(messageId));
  return [
    ...unknown.map(({ messageId }) => `the mail server has '${messageId}', which was never queued`),
    ...rows.flatMap((row) => {
      const results = handled.filter(({ messageId }) => messageId === row.id).map(({ result }) => result);
      const problem = judgeMail(row, results);
      return problem === null ? [] : [`mail ${row.id} ${problem}`];
    }),
  ];
}

function judgeMail({ status, reason, attempts }: MailRow, results: readonly Handling['result'][]) {
  const arrivals = results.filter((result) => result === 'kept').length;
  if (arrivals > 1) return `arrived ${arrivals} times`;
  if (status === 'sent') return arrivals === 1 ? null : 'counts as sent and arrived 0 times';
  if (status === 'unsure') return reason ? null : 'is unsure without a reason';
  if (status !== 'failed') return `is still ${status}`;
  const isGivenUp = results.includes('refused for good') || attempts >= mailTries.mostAttempts;
  return isGivenUp && arrivals === 0 ? null : `was given up: ${reason ?? 'without a reason'}`;
}
