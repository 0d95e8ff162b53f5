import type { ErrorCode, RefusalFacts } from './messages.it.ts';

type NoFacts = Record<never, never>;

/** A refusal: `code` says why, `facts` fill the Italian text. */
export type Refusal<C extends ErrorCode = ErrorCode> = {
  [K in C]: { ok: false; code: K; facts: RefusalFacts[K] };
}[C];

/** What a rule answers: yes, with what follows from it, or a refusal. */
export type Verdict<T extends object = NoFacts> = ({ ok: true } & T) | Refusal;

type FactsArgument<C extends ErrorCode> = RefusalFacts[C] extends NoFacts
  ? keyof RefusalFacts[C] extends never
    ? []
    : [facts: RefusalFacts[C]]
  : [facts: RefusalFacts[C]];

/** Builds a refusal; the facts are required exactly where the text needs them. */
export const refuse = <C extends ErrorCode>(code: C, ...facts: FactsArgument<C>): Refusal<C> =>
  ({ ok: false, code, facts: facts[0] ?? {} }) as Refusal<C>;

export const allowed = { ok: true } as const;
