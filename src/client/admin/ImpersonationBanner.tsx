import { UserRoundCog } from 'lucide-react';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { useEndImpersonation } from './impersonation.ts';

export function ImpersonationBanner() {
  const { user, isImpersonating } = useSignedIn();
  const back = useEndImpersonation();
  if (!isImpersonating) return null;
  return (
    <section
      aria-label="Modalità CEO"
      className="sticky top-0 z-30 border-b low:static border-line bg-warn-soft pt-[env(safe-area-inset-top)] text-warn print:hidden"
    >
      <div className="mx-auto flex max-w-5xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-6">
        <UserRoundCog aria-hidden="true" className="size-5 shrink-0" />
        <p className="min-w-[min(12rem,100%)] flex-1">
          <strong>Modalità CEO</strong>: stai usando l’account di {user.firstName} {user.lastName}
        </p>
        <Button
          variant="quiet"
          size="small"
          isPending={back.isPending}
          onClick={() => back.mutate(undefined)}
        >
          Torna al CEO
        </Button>
      </div>
    </section>
  );
}
