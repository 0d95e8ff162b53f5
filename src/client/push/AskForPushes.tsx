import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { useSignedIn } from '../auth/session.ts';
import { declinePushes, mayAskForPushes } from '../data/pushDevice.ts';
import { Button } from '../ui/Button.tsx';
import { pushQuery, useSwitchOn } from './api.ts';

/** Offers push notifications to people awaiting a colleague's answer, until they accept or decline. */
export function AskForPushes() {
  const { user, isImpersonating } = useSignedIn();
  // decided once, to avoid layout shifts
  const [isShown, setIsShown] = useState(() => !isImpersonating && mayAskForPushes(user.id));
  // loaded before the tap: browsers allow the permission prompt only right after one
  const state = useQuery({ ...pushQuery, enabled: isShown });
  const switchOn = useSwitchOn();
  const publicKey = state.data?.publicKey ?? null;
  if (!isShown || switchOn.isSuccess || (state.data && publicKey === null)) return null;
  return (
    <section
      aria-labelledby="avvisi-subito"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface px-4 py-2 md:gap-x-4 md:py-3"
    >
      <BellRing aria-hidden="true" className="size-6 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-28">
        <h2 id="avvisi-subito" className="font-semibold">
          Ti avvisiamo se rispondono?
        </h2>
        <p className="text-caption text-soft max-md:sr-only">Arriva anche con Turnario chiuso.</p>
      </div>
      <div className="ml-auto flex flex-wrap justify-end gap-2">
        <Button
          variant="plain"
          size="small"
          onClick={() => {
            declinePushes(user.id);
            setIsShown(false);
          }}
        >
          Non ora
        </Button>
        <Button
          variant="quiet"
          size="small"
          isPending={switchOn.isPending}
          // as wide as it will be: what stands below must not move
          disabled={state.isPending}
          onClick={() => {
            if (publicKey !== null) switchOn.start(publicKey);
          }}
        >
          Attiva
        </Button>
      </div>
    </section>
  );
}
