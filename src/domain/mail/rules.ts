import type { Outcome, Tries } from '../outbox/rules.ts';

/**
 * Short pauses at first, because most mail servers come back soon, then never longer than six hours; all tries take three
 * days.
 */
export const mailTries: Tries = {
  pauses: [10, 30, 120, 600, 1800, 3600, 7200, 10_800, 21_600],
  mostAttempts: 20,
};

/** How a try ended, as far as the SMTP dialogue showed it. */
export interface FailedDelivery {
  /** Status of the server's answer, null when the connection broke or timed out instead. */
  replyCode: number | null;
  /** The step that was answered. */
  step: 'sender' | 'recipient' | 'message' | 'connection';
  /** The message was handed to the connection, its final dot included. */
  hasLeft: boolean;
}

/**
 * What a failed try means. Only an answer to the message itself, or a message that never left completely, proves that
 * nothing arrived (RFC 5321, 4.1.1.4 and 6.1); a refused sender concerns our account, not the recipient, and can be
 * mended in the settings.
 */
export function judgeFailedDelivery({ replyCode, step, hasLeft }: FailedDelivery): Outcome['kind'] {
  const isRefusal = replyCode !== null && replyCode >= 400 && replyCode < 600;
  if (!isRefusal || step === 'connection') return hasLeft ? 'unknown' : 'later';
  // 503 says that the dialogue went wrong, not that the mail is unwanted
  const isPermanent = replyCode >= 500 && replyCode !== 503 && step !== 'sender';
  return isPermanent ? 'refused' : 'later';
}
