import type { NotificationText } from '../notifications/texts.it.ts';
import type { CodeVerdict } from './rules.ts';
import type { OperationType } from './schema.ts';
import { nameOfCode } from './texts.it.ts';

interface NamedCode {
  type: OperationType;
  code: string;
}

/** So many codes are named, the others counted. */
const mostNamed = 3;

/** To the owner: one or several of their codes were approved or rejected. */
export function codesReviewedText(
  codes: readonly NamedCode[],
  { status, reason }: CodeVerdict,
): NotificationText {
  const isApproved = status === 'approved';
  const why = reason === null ? '' : ` Motivo: ${reason}`;
  const [only] = codes;
  if (codes.length === 1 && only) {
    return {
      type: 'operation_reviewed',
      title: isApproved ? 'Codice approvato' : 'Codice rifiutato',
      message: isApproved
        ? `Il tuo codice ${nameOfCode(only)} è stato approvato: sarà pagato.`
        : `Il tuo codice ${nameOfCode(only)} è stato rifiutato: non sarà pagato.${why}`,
    };
  }
  return {
    type: 'operation_reviewed',
    title: isApproved ? `${codes.length} codici approvati` : `${codes.length} codici rifiutati`,
    message: `${listOf(codes)}: ${isApproved ? 'saranno pagati.' : `non saranno pagati.${why}`}`,
  };
}

function listOf(codes: readonly NamedCode[]): string {
  const names = codes.slice(0, mostNamed).map(nameOfCode).join(', ');
  const others = codes.length - mostNamed;
  if (others <= 0) return names;
  return `${names} e ${others === 1 ? 'un altro' : `altri ${others}`}`;
}

/** To the owner: the CEO deleted one of their codes. */
export const codeDeletedText = (code: NamedCode): NotificationText => ({
  type: 'operation_reviewed',
  title: 'Codice eliminato',
  message: `Il CEO ha eliminato il tuo codice ${nameOfCode(code)}.`,
});
