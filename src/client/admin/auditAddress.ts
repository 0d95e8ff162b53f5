import { useSearchParams } from 'react-router';
import type { AuditFilter } from '../../domain/admin/schema.ts';

/** The filters of the record, each under its name in the address. */
const names = { actorId: 'chi', personId: 'persona', action: 'azione', from: 'dal', to: 'al' } as const;
type FilterName = keyof typeof names;

/** The record's filters: they stand in the address, so that a view can be kept and sent. */
export function useAuditAddress() {
  const [parameters, setParameters] = useSearchParams();
  const filter: AuditFilter = {};
  for (const [key, name] of Object.entries(names) as [FilterName, string][]) {
    const value = parameters.get(name);
    if (value) filter[key] = value;
  }
  const set = (key: FilterName, value: string): void =>
    setParameters(
      (current) => {
        const changed = new URLSearchParams(current);
        if (value === '') changed.delete(names[key]);
        else changed.set(names[key], value);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  const clear = (): void => setParameters({ tab: 'audit' }, { replace: true, preventScrollReset: true });
  return { filter, set, clear };
}
