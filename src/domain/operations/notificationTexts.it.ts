import type { NotificationText } from '../notifications/entry.ts';
import type { CodeVerdict } from './rules.ts';
import type { OperationType } from './schema.ts';
import { nameOfCode } from './texts.it.ts';

interface NamedCode {
  type: OperationType;
  code: string;
}

interface ReviewedCodes extends CodeVerdict {
  /** At most `mostNamedCodes` of them. */
  codes: readonly NamedCode[];
  count: number;
}

/** This many codes are named, the others counted. */
export const mostNamedCodes = 3;

/** To the owner: one or several of their codes were approved or rejected. */
export function codesReviewedText({ codes, count, status, reason }: ReviewedCodes): NotificationText {
  const isApproved = status === 'approved';
  const why = reason === null ? '' : ` Motivo: ${reason}`;
  const [only] = codes;
  if (count === 1 && only) {
    return {
      title: isApproved ? 'Codice approvato' : 'Codice rifiutato',
      message: isApproved
        ? `Il tuo codice ${nameOfCode(only)} è stato approvato: sarà pagato.`
        : `Il tuo codice ${nameOfCode(only)} è stato rifiutato: non sarà pagato.${why}`,
    };
  }
  return {
    title: isApproved ? `${count} codici approvati` : `${count} codici rifiutati`,
    message: `${listOf(codes, count)}: ${isApproved ? 'saranno pagati.' : `non saranno pagati.${why}`}`,
  };
}

function listOf(codes: readonly NamedCode[], count: number): string {
  const names = codes.map(nameOfCode).join(', ');
  const others = count - codes.length;
  if (others <= 0) return names;
  return `${names} e ${others === 1 ? 'un altro' : `altri ${others}`}`;
}

/** To the owner: the CEO put one of their codes back to pending. */
export const codeReopenedText = ({
  code,
  status,
}: { code: NamedCode } & Pick<CodeVerdict, 'status'>): NotificationText => ({
  title: 'Codice di nuovo in attesa',
  message: `Il CEO ha riportato in attesa il tuo codice ${nameOfCode(code)}, che era stato ${
    status === 'approved' ? 'approvato' : 'rifiutato'
  }: sarà esaminato di nuovo.`,
});

/** To the owner: the CEO deleted one of their codes. */
export const codeDeletedText = ({ code }: { code: NamedCode }): NotificationText => ({
  title: 'Codice eliminato',
  message: `Il CEO ha eliminato il tuo codice ${nameOfCode(code)}.`,
});
