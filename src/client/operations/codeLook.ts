import type { OperationStatus } from '../../domain/operations/schema.ts';
import type { BadgeVariant } from '../ui/Badge.tsx';

/** How the badge of a status looks. */
export const statusLooks: Record<OperationStatus, BadgeVariant> = {
  pending: 'warn',
  approved: 'success',
  rejected: 'danger',
};
