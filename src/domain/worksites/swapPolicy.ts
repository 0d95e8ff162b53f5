import { z } from 'zod';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import { type ExchangeKind, exchangeKinds, kindsOf } from '../exchanges/kinds.ts';
import type { WorksiteVariant } from './variants.ts';

// A worksite's swap rules besides rest (`src/domain/rest/limits.ts`), as set by the CEO.

/** Hours before a shift begins from which its swap can no longer be confirmed; 0: until it begins. */
export const cutoffChoices = [0, 2, 6, 12, 24, 48, 72] as const;

/** Which confirmed swaps need approval: none, those with a rest warning, all. */
export const approvalModes = ['automatica', 'automatica_senza_avvisi', 'sempre'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

export const swapPolicySchema = z.object(
  {
    cutoffHours: z.literal([...cutoffChoices], 'Scegli fino a quando si può confermare'),
    /** The kinds that can be published; open requests are unaffected. */
    kinds: z.array(z.enum(exchangeKinds, 'Questo tipo di scambio non esiste')).max(exchangeKinds.length),
    approval: z.enum(approvalModes, 'Scegli se gli scambi vanno approvati'),
  },
  'Indica le regole degli scambi',
);
export type SwapPolicy = z.infer<typeof swapPolicySchema>;

/** As stored with the worksite: `swapKinds` is null for all kinds of its variant. */
export interface StoredSwapPolicy {
  swapCutoffHours: SwapPolicy['cutoffHours'];
  swapKinds: ExchangeKind[] | null;
  swapApproval: ApprovalMode;
}

export const swapPolicyOf = (
  { swapCutoffHours, swapKinds, swapApproval }: StoredSwapPolicy,
  variant: WorksiteVariant,
): SwapPolicy => ({
  cutoffHours: swapCutoffHours,
  kinds: kindsOf(variant).filter((kind) => swapKinds === null || swapKinds.includes(kind)),
  approval: swapApproval,
});

/** Whether the policy allows publishing a kind; kinds of another variant are refused elsewhere. */
export const judgeKind = (
  kind: ExchangeKind,
  { kinds }: Pick<SwapPolicy, 'kinds'>,
  variant: WorksiteVariant,
): Verdict =>
  kinds.includes(kind) || !kindsOf(variant).includes(kind)
    ? allowed
    : refuse('exchange_kind_switched_off', { kinds });

/** The stored form of these kinds: null for all of a variant, so that future kinds are included. */
export const storedKindsOf = (
  kinds: readonly ExchangeKind[],
  variant: WorksiteVariant,
): ExchangeKind[] | null =>
  kindsOf(variant).every((kind) => kinds.includes(kind)) ? null : [...new Set(kinds)];

export const defaultSwapPolicy = (variant: WorksiteVariant): SwapPolicy => ({
  cutoffHours: 0,
  kinds: [...kindsOf(variant)],
  approval: 'automatica',
});
