import type { OperationStatus } from '../../domain/operations/schema.ts';
import { statusNames } from '../../domain/operations/texts.it.ts';
import { Badge, type BadgeVariant } from '../ui/Badge.tsx';

const looks: Record<OperationStatus, BadgeVariant> = {
  pending: 'warn',
  approved: 'success',
  rejected: 'danger',
};

export const StatusBadge = ({ status }: { status: OperationStatus }) => (
  <Badge variant={looks[status]}>{statusNames[status]}</Badge>
);
