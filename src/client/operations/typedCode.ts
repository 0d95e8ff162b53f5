import type { OperationType } from '../../domain/operations/schema.ts';

const prefix = 'OP';

/** What stands in the code's field once a type is chosen: OPP codes begin with OP, Case codes do not; the rest stays. */
export function codeForType(type: OperationType, code: string): string {
  const upper = code.trim().toUpperCase();
  const bare = upper.startsWith(prefix) ? upper.slice(prefix.length) : upper;
  return type === 'OPP' ? prefix + bare : bare;
}

/**
 * An OPP code while it is typed, in upper case. A whole code that is pasted behind the prefix brings its own: one of the
 * two goes.
 */
export function tidyOppCode(code: string, isPasted: boolean): string {
  // letter by letter: one that becomes two in upper case stays, for the form's check to name
  const upper = code.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
  return isPasted && upper.startsWith(prefix + prefix) ? upper.slice(prefix.length) : upper;
}
