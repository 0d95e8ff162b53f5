import { scoreColour } from '../../domain/exchanges/rules.ts';
import { Badge, type BadgeVariant } from '../ui/Badge.tsx';

const looks: Record<ReturnType<typeof scoreColour>, BadgeVariant> = {
  green: 'success',
  yellow: 'warn',
  blue: 'accent',
};

/** How well two people fit for a swap, 0 to 100. */
export function MatchScore({ score }: { score: number }) {
  return <Badge variant={looks[scoreColour(score)]}>Compatibilità {score}%</Badge>;
}
