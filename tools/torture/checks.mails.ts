import sql from 'sql-template-tag';
import { mostAttempts } from '../../src/domain/mail/rules.ts';
import type { Queryable } from '../../src/server/platform/database/database.ts';
import type { Handling } from './mailServer.ts';

/** What became of the mails. */
export interface MailCount {
  /** Received exactly once, and known to be. */
  sent: number;
  /** It is not known to the server whether they arrived, by its reason; none of them twice. */
  unsure: Map<string, number>;
  /** The mail server did not want them, or too many tries were in vain. */
  refused: number;
}

interface MailRow {
  id: string;
  recipient: string;
  status: string;
  reason: string | null;
  attempts: number;
  /** It is about a swap, or holds news: nothing else is queued here. */
  isKnown: boolean;
}

/** Each mail at most once, none that was not queued, and for each that did not arrive for certain a reason. */
export async function judgeMails(
  database: Queryable,
  handled: readonly Handling[],
): Promise<{ problems: string[]; count: MailCount }> {
  const rows = await database.many<MailRow>(sql`
    select m.id, coalesce(m.recipient, u.email) as recipient, m.status, m.last_error as reason, m.attempts,
      c.id is not null or m.kind = 'news' as "isKnown"
    from mail_outbox m left join completed_swaps c on c.id = m.swap_id left join users u on u.id = m.user_id`);
  const known = new Set(rows.map(({ id }) => id));
  // one that was put off may hold nothing any more when its turn comes, and is taken back
  const arrived = handled.filter(({ result }) => result === 'kept');
  const problems = [...new Set(arrived.map(({ messageId }) => messageId))]
    .filter((id) => !known.has(id))
    .map((id) => `the mail server has '${id}', which was never queued`);
  const count: MailCount = { sent: 0, unsure: new Map(), refused: 0 };
  const byMail = Map.groupBy(handled, ({ messageId }) => messageId);
  for (const row of rows) {
    const own = byMail.get(row.id) ?? [];
    const kept = own.filter(({ result }) => result === 'kept').length;
    const isRefused = own.some(({ result }) => result === 'refused for good');
    if (!row.isKnown) problems.push(`mail ${row.id} is about no swap and holds no news`);
    if (kept > 1) problems.push(`mail ${row.id} arrived ${kept} times`);
    const problem = judgeMail(row, kept, isRefused);
    if (problem !== null) problems.push(problem);
    if (row.status === 'sent') count.sent += 1;
    if (row.status === 'failed') count.refused += 1;
    if (row.status === 'unsure') {
      const reason = row.reason ?? '';
      count.unsure.set(reason, (count.unsure.get(reason) ?? 0) + 1);
    }
  }
  return { problems, count };
}

function judgeMail(
  { id, status, reason, attempts }: MailRow,
  kept: number,
  isRefused: boolean,
): string | null {
  switch (status) {
    case 'sent':
      return kept === 1 ? null : `mail ${id} counts as sent and arrived ${kept} times`;
    case 'unsure':
      return reason ? null : `mail ${id} is unsure without a reason`;
    case 'failed':
      return (isRefused || attempts >= mostAttempts) && kept === 0
        ? null
        : `mail ${id} was given up: ${reason ?? 'without a reason'}`;
    default:
      return `mail ${id} is still ${status}`;
  }
}
