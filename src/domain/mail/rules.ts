import type { Outcome, Tries } from '../outbox/rules.ts';

/** Short pauses at first, since most servers recover soon, then at most six hours; all attempts take three days. */
export const mailTries: Tries = {
  pauses: [10, 30, 120, 600, 1800, 3600, 7200, 10_800, 21_600],
  mostAttempts: 20,
};

/** The result of an attempt, as far as the SMTP dialogue showed it. */
export interface FailedDelivery {
  /** The server's status code; null if the connection broke or timed out. */
  replyCode: number | null;
  /** The step that failed. */
  step: 'sender' | 'recipient' | 'message' | 'connection';
  /** The message was written to the connection, including its final dot. */
  hasLeft: boolean;
}

/**
 * The outcome of a failed attempt. Only a reply to the message itself, or a message not completely written, proves that
 * nothing arrived (RFC 5321, 4.1.1.4 and 6.1); a refused sender is about our account, not the recipient, and can be
 * fixed in the settings.
 */
export function judgeFailedDelivery({ replyCode, step, hasLeft }: FailedDelivery): Outcome['kind'] {
  const isRefusal = replyCode !== null && replyCode >= 400 && replyCode < 600;
  if (!isRefusal || step === 'connection') return hasLeft ? 'unknown' : 'later';
  // 503 means a protocol error, not an unwanted mail
  const isPermanent = replyCode >= 500 && replyCode !== 503 && step !== 'sender';
  return isPermanent ? 'refused' : 'later';
}
