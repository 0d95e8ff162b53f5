import { z } from 'zod';
import { allowed, refuse, type Verdict } from '../errors/refusal.ts';
import { type ExchangeKind, exchangeKinds, kindsOf } from '../exchanges/kinds.ts';
import type { WorksiteVariant } from './variants.ts';

// What a worksite allows of swaps besides rest (`src/domain/rest/limits.ts`), as its CEO sets it.

/** How many hours before a shift begins its swap can be confirmed at the latest; 0: until it begins. */
export const cutoffChoices = [0, 2, 6, 12, 24, 48, 72] as const;

/** Which confirmed swaps wait for somebody's approval: none, those with a warning about rest, all. */
export const approvalModes = ['automatica', 'automatica_senza_avvisi', 'sempre'] as const;
export type ApprovalMode = (typeof approvalModes)[number];

export const swapPolicySchema = z.object(
  {
    cutoffHours: z.literal([...cutoffChoices], 'Scegli fino a quando si può confermare'),
    /** Which can be published; what is open already goes on. */
    kinds: z.array(z.enum(exchangeKinds, 'Questo tipo di scambio non esiste')).max(exchangeKinds.length),
    approval: z.enum(approvalModes, 'Scegli se gli scambi vanno approvati'),
  },
  'Indica le regole degli scambi',
);
export type SwapPolicy = z.infer<typeof swapPolicySchema>;

/** As it is stored with the worksite: `swapKinds` is null for all kinds of its variant. */
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

/** Whether a kind can be published now; one that the variant does not have is refused by the rules of kinds. */
export const judgeKind = (
  kind: ExchangeKind,
  { kinds }: Pick<SwapPolicy, 'kinds'>,
  variant: WorksiteVariant,
): Verdict =>
  kinds.includes(kind) || !kindsOf(variant).includes(kind)
    ? allowed
    : refuse('exchange_kind_switched_off', { kinds });

/** What is stored for these kinds: all of a variant are kept as such, so that a kind to come is among them. */
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
