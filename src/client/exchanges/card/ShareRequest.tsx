import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ExchangeRow } from '../../../domain/exchanges/schema.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx';
import { CopyLink, LinkField } from '../../ui/LinkField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { shareText, whenOf } from '../kindTexts.ts';

const QrCode = lazyWithPreload(() => import('../../ui/QrCode.tsx'));

/** Shares an own request through the device's share sheet, or as a link and QR code. */
export function ShareRequest({ request }: { request: ExchangeRow }) {
  const [isOpen, setIsOpen] = useState(false);
  const url = `${window.location.origin}/exchanges?highlight=${request.id}`;
  const text = shareText(request);
  const share = async (): Promise<void> => {
    const data = { text, url };
    if (!navigator.canShare?.(data)) return setIsOpen(true);
    try {
      await navigator.share(data);
    } catch (error) {
      // closing the share sheet is a cancellation
      if ((error as Error).name !== 'AbortError') setIsOpen(true);
    }
  };
  return (
    <>
      <Button
        variant="plain"
        size="small"
        onClick={() => void share()}
        icon={Share2}
        aria-label={`Condividi la richiesta per ${whenOf(request)}`}
        className="grow"
      >
        Condividi
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Condividi la richiesta"
        actions={<CopyLink text={`${text}\n${url}`} />}
      >
        <div className="flex flex-col gap-4">
          <p className="break-words">{text}</p>
          <div className="w-44 self-center rounded-md border border-line bg-white p-1">
            <Suspense fallback={<Skeleton className="aspect-square" />}>
              <QrCode text={url} label="Codice QR della richiesta" />
            </Suspense>
          </div>
          <LinkField label="Link" url={url} />
          <p className="text-caption text-soft">Si apre dopo l’accesso, per chi può vedere la richiesta.</p>
        </div>
      </Dialog>
    </>
  );
}
