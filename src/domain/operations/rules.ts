import { dayInRome, type Instant, instantInRome } from '../calendar/day.ts';
import { addMonths, type Month, monthOf } from '../calendar/month.ts';
import { allowed, type Refusal, refuse, type Verdict } from '../errors/refusal.ts';
import type { WorksiteVariant } from '../worksites/schema.ts';
import type { OperationStatus } from './schema.ts';

export interface CodeViewer {
  id: string;
  /** The CEO acting as this person, or null. */
  impersonatorId: string | null;
  worksiteId: string;
  variant: WorksiteVariant;
  isCeo: boolean;
  /** Has the permission 'Può approvare i codici'. */
  mayReviewCodes: boolean;
}

export interface CodeFacts {
  userId: string;
  /** The CEO who entered it while acting as its owner; null: the owner did. */
  enteredById: string | null;
  worksiteId: string;
  status: OperationStatus;
  /** Null while pending, and once the reviewer's account is gone. */
  reviewer: { id: string; name: string } | null;
  rejectionReason: string | null;
}

export interface CodeVerdict {
  status: 'approved' | 'rejected';
  /** Null for approvals. */
  reason: string | null;
}

type Answer = typeof allowed | Refusal;

/** Refuses viewers of taxi worksites, which have no operation codes. */
export const judgeOperations = ({ variant, isCeo }: Pick<CodeViewer, 'variant' | 'isCeo'>): Answer =>
  variant === 'taxi' && !isCeo ? refuse('operations_not_offered') : allowed;

/** Whether the viewer may see everybody's codes: the CEO all, reviewers those of their worksite. */
export const mayReview = ({ isCeo, mayReviewCodes }: Pick<CodeViewer, 'isCeo' | 'mayReviewCodes'>): boolean =>
  isCeo || mayReviewCodes;

const isOwn = (viewer: CodeViewer, code: CodeFacts): boolean => code.userId === viewer.id;

/** Whether the viewer, or the CEO acting as them, entered it as its owner. */
const isEntered = ({ id, impersonatorId }: CodeViewer, { enteredById }: CodeFacts): boolean =>
  enteredById !== null && [id, impersonatorId].includes(enteredById);

const isOverseen = (viewer: CodeViewer, code: CodeFacts): boolean =>
  viewer.isCeo || (viewer.mayReviewCodes && code.worksiteId === viewer.worksiteId);

/**
 * Whether the viewer can approve or reject a code now. Payment depends on it, so nobody decides on their own code,
 * including the CEO and a CEO acting as somebody else; nor does a CEO on a code they entered as its owner. Codes the
 * viewer may not see are not found. Repeating the same verdict (double tap, lost answer) is allowed: `isRepeat`.
 */
export function judgeReview(
  viewer: CodeViewer,
  code: CodeFacts,
  verdict: CodeVerdict,
): Verdict<{ isRepeat: boolean }> {
  if (!mayReview(viewer)) return refuse('operation_not_reviewer');
  if (isOwn(viewer, code)) return refuse('operation_own_code');
  if (!isOverseen(viewer, code)) return refuse('not_found');
  if (code.userId === viewer.impersonatorId) return refuse('operation_own_code');
  if (isEntered(viewer, code)) return refuse('operation_own_code');
  if (code.status === 'pending') return { ok: true, isRepeat: false };
  const isRepeat =
    code.reviewer?.id === viewer.id &&
    code.status === verdict.status &&
    code.rejectionReason === verdict.reason;
  if (isRepeat) return { ok: true, isRepeat };
  return refuse('operation_already_reviewed', {
    reviewer: code.reviewer?.name ?? 'Un collega',
    isApproved: code.status === 'approved',
  });
}

/**
 * Whether the viewer can reset a reviewed code to pending: the CEO, unless it is their own. A pending one stays as it
 * is: `isRepeat`.
 * @param isEnteredAgain the owner has entered the same code again since it was rejected
 */
export function judgeReopening(
  viewer: CodeViewer,
  code: CodeFacts,
  isEnteredAgain: boolean,
): Verdict<{ isRepeat: boolean }> {
  if (!viewer.isCeo) return refuse('operation_reopening_ceo_only');
  if (isOwn(viewer, code) || isEntered(viewer, code)) return refuse('operation_own_code');
  if (code.status === 'pending') return { ok: true, isRepeat: true };
  return isEnteredAgain ? refuse('operation_entered_again') : { ok: true, isRepeat: false };
}

/** Whether a code can be deleted: by its owner while pending, by the CEO always. */
export function judgeDeletion(viewer: CodeViewer, code: CodeFacts): Answer {
  if (viewer.isCeo) return allowed;
  if (isOwn(viewer, code)) return code.status === 'pending' ? allowed : refuse('operation_processed');
  return refuse(isOverseen(viewer, code) ? 'forbidden' : 'not_found');
}

/** `to` is exclusive. */
export interface Span {
  from: Instant;
  to: Instant;
}

/** A month as instants in Rome. */
export const spanOfMonth = (month: Month): Span => ({
  from: instantInRome(`${month}-01`, '00:00'),
  to: instantInRome(`${addMonths(month, 1)}-01`, '00:00'),
});

/** The current year in Rome as instants, and the current month. */
export function yearOf(now: Instant): Span & { month: Month } {
  const month = monthOf(dayInRome(now));
  const first: Month = `${month.slice(0, 4)}-01`;
  return { month, from: spanOfMonth(first).from, to: spanOfMonth(addMonths(first, 11)).to };
}
