import { describe, expect, test } from 'vitest';
import { defaultSwapPolicy, judgeKind, storedKindsOf, swapPolicyOf, swapPolicySchema } from './swapPolicy.ts';

describe('the kinds of swaps of a worksite', () => {
  test('are all of its variant by default', () => {
    expect(defaultSwapPolicy('standard')).toEqual({
      cutoffHours: 0,
      kinds: ['turno', 'giorno'],
      approval: 'automatica',
    });
    expect(defaultSwapPolicy('taxi').kinds).toEqual(['settimana', 'ferie']);
  });

  test('are stored by name only if some are switched off', () => {
    expect(storedKindsOf(['giorno', 'turno'], 'standard')).toBeNull();
    expect(storedKindsOf(['giorno', 'giorno'], 'standard')).toEqual(['giorno']);
    expect(storedKindsOf([], 'standard')).toEqual([]);
  });

  test('are read in the order of the variant, without those of the other one', () => {
    const stored = { swapCutoffHours: 24, swapApproval: 'sempre' } as const;
    expect(swapPolicyOf({ ...stored, swapKinds: null }, 'standard')).toEqual({
      cutoffHours: 24,
      kinds: ['turno', 'giorno'],
      approval: 'sempre',
    });
    expect(swapPolicyOf({ ...stored, swapKinds: ['ferie', 'giorno'] }, 'standard').kinds).toEqual(['giorno']);
  });

  test('that are switched off are refused by name; those of another variant are left to other rules', () => {
    const policy = { kinds: ['giorno' as const] };
    expect(judgeKind('giorno', policy, 'standard')).toEqual({ ok: true });
    expect(judgeKind('turno', policy, 'standard')).toMatchObject({
      ok: false,
      code: 'exchange_kind_switched_off',
      facts: { kinds: ['giorno'] },
    });
    expect(judgeKind('ferie', policy, 'standard')).toEqual({ ok: true });
  });

  test('are a list no longer than the number of kinds', () => {
    const policy = { cutoffHours: 0, approval: 'sempre' };
    const all = ['turno', 'giorno', 'settimana', 'ferie'];
    expect(swapPolicySchema.safeParse({ ...policy, kinds: all }).success).toBe(true);
    expect(swapPolicySchema.safeParse({ ...policy, kinds: [...all, 'turno'] }).success).toBe(false);
    expect(swapPolicySchema.safeParse({ ...policy, cutoffHours: 1, kinds: all }).success).toBe(false);
  });
});
