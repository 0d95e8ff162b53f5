import { useQuery } from '@tanstack/react-query';
import { BellRing, Smartphone } from 'lucide-react';
import { formatRelativeTime } from '../../domain/calendar/day.ts';
import type { PushDevice, PushState } from '../../domain/notifications/push/schema.ts';
import { type PushSupport, pushSupport } from '../data/pushDevice.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { pushQuery, useRemoveDevice, useSwitchOn, useTryDevice } from '../push/api.ts';
import { currentInstant } from '../shifts/clock.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { SkeletonList } from '../ui/Skeleton.tsx';
import { MailPreferences } from './MailPreferences.tsx';
import { PushPreferences } from './PushPreferences.tsx';

export function PushSection() {
  const state = useQuery(pushQuery);
  return (
    <>
      {state.data ? (
        <Pushes state={state.data} />
      ) : (
        <QueryStatus query={state} failed="Le notifiche non si vedono. Riprova.">
          <SkeletonList count={1} className="h-24" label="Carico le notifiche" />
        </QueryStatus>
      )}
      <MailPreferences />
    </>
  );
}

function Pushes({ state }: { state: PushState }) {
  const { devices, preferences, publicKey } = state;
  return (
    <>
      {devices.length > 0 ? (
        <ul className="flex flex-col">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      ) : null}
      {devices.some(({ isCurrent }) => isCurrent) && pushSupport() !== 'denied' ? null : (
        <SwitchOn publicKey={publicKey} />
      )}
      {devices.length > 0 ? <PushPreferences preferences={preferences} /> : null}
    </>
  );
}

const supportTexts: Record<Exclude<PushSupport, 'ready'>, string> = {
  denied:
    'Il browser blocca le notifiche di Turnario: permettile nelle impostazioni del sito, poi torna qui.',
  install:
    'Su iPhone e iPad aggiungi prima Turnario alla schermata Home (Condividi, poi «Aggiungi alla schermata Home») e aprilo da lì.',
  none: 'Questo browser non riceve notifiche.',
};

function SwitchOn({ publicKey }: { publicKey: string | null }) {
  const switchOn = useSwitchOn();
  const support = pushSupport();
  if (support !== 'ready') return <p className="text-soft">{supportTexts[support]}</p>;
  if (publicKey === null) return <p className="text-soft">Per ora non si possono attivare.</p>;
  return (
    <div className="flex flex-col gap-2">
      <Button
        icon={BellRing}
        isPending={switchOn.isPending}
        onClick={() => switchOn.start(publicKey)}
        className="self-start"
      >
        Attiva su questo dispositivo
      </Button>
      <p className="text-caption text-soft">
        Arrivano finché la sessione resta aperta su questo dispositivo.
      </p>
    </div>
  );
}

function DeviceRow({ device }: { device: PushDevice }) {
  const attempt = useTryDevice();
  const remove = useRemoveDevice();
  const { id, isCurrent } = device;
  const name = device.label ?? 'Dispositivo sconosciuto';
  return (
    <li className="flex flex-col border-b border-line py-2 last:border-0">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3">
        <Smartphone aria-hidden="true" className="size-6 shrink-0 text-soft" />
        <div className="min-w-20 flex-1">
          <p className="font-medium">{name}</p>
          <p className="tabular text-caption text-soft">{deliveryText(device)}</p>
        </div>
        {isCurrent ? <Badge variant="accent">Questo dispositivo</Badge> : null}
      </div>
      <div className="flex flex-wrap gap-x-2 pl-9">
        <Button
          variant="plain"
          size="small"
          isPending={attempt.isPending}
          onClick={() => attempt.start(id)}
          aria-label={`Prova le notifiche su ${name}`}
        >
          Prova
        </Button>
        <Button
          variant="plain"
          size="small"
          isPending={remove.isPending}
          onClick={() => remove.start({ id, isCurrent })}
          aria-label={`Rimuovi ${name}`}
        >
          Rimuovi
        </Button>
      </div>
    </li>
  );
}

/** When the last push arrived, or that a later one failed. */
function deliveryText({ lastDeliveredAt, lastFailedAt }: PushDevice): string {
  const now = currentInstant();
  if (lastFailedAt !== null && lastFailedAt > (lastDeliveredAt ?? ''))
    return `L’ultima non è arrivata: ${formatRelativeTime(lastFailedAt, now)}`;
  if (lastDeliveredAt === null) return 'Ancora nessuna notifica consegnata';
  return `Ultima notifica consegnata: ${formatRelativeTime(lastDeliveredAt, now)}`;
}
