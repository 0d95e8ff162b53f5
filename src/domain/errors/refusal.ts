import type { ErrorCode, RefusalFacts } from './messages.it.ts';

type NoFacts = Record<never, never>;

/** A refusal: `code` is the reason, `facts` fill in the Italian text. */
export type Refusal<C extends ErrorCode = ErrorCode> = {
  [K in C]: { ok: false; code: K; facts: RefusalFacts[K] };
}[C];

/** A rule's result: allowed, with further results, or a refusal. */
export type Verdict<T extends object = NoFacts> = ({ ok: true } & T) | Refusal;

type FactsArgument<C extends ErrorCode> = RefusalFacts[C] extends NoFacts
  ? keyof RefusalFacts[C] extends never
    ? []
    : [facts: RefusalFacts[C]]
  : [facts: RefusalFacts[C]];

/** Builds a refusal; facts are required if the text contains any. */
export const refuse = <C extends ErrorCode>(code: C, ...facts: FactsArgument<C>): Refusal<C> =>
  ({ ok: false, code, facts: facts[0] ?? {} }) as Refusal<C>;

export const allowed = { ok: true } as const;
