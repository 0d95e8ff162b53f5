import type { OperationStatus, OperationType } from './schema.ts';

export const statusNames: Record<OperationStatus, string> = {
  pending: 'In attesa',
  approved: 'Approvato',
  rejected: 'Rifiutato',
};

/** What a status means for payment. */
export const paymentTexts: Record<OperationStatus, string> = {
  pending: 'Da esaminare',
  approved: 'Da pagare',
  rejected: 'Non pagato',
};

/** 'OPP OP12AB' */
export const nameOfCode = ({ type, code }: { type: OperationType; code: string }): string =>
  `${type} ${code}`;
