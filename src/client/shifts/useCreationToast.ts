import { useToast } from '../ui/toast.ts';
import type { CreationState } from './useShiftCreation.ts';

/** The function that tells of a creation without failures; the toast goes after 3 s (specification, section 9). */
export function useCreationToast(): (creation: CreationState) => void {
  const toast = useToast();
  return ({ created, failed }) => {
    if (failed.length > 0) return;
    const title = created.length === 1 ? 'Turno aggiunto!' : `${created.length} turni aggiunti!`;
    toast({ variant: 'success', title, duration: 3000 });
  };
}
