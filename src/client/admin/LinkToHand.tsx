import { type ReactNode, Suspense } from 'react';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { CopyLink, LinkField } from '../ui/LinkField.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

export const QrCode = lazyWithPreload(() => import('../ui/QrCode.tsx'));

interface LinkToHandProps {
  url: string;
  label: ReactNode;
  qrLabel: string;
  /** How long it is valid. */
  notice: string;
  /** Further ways to share it. */
  children?: ReactNode;
}

/** A link shown once, to copy or scan. */
export function LinkToHand({ url, label, qrLabel, notice, children }: LinkToHandProps) {
  return (
    <div className="flex flex-col gap-3">
      <Notice variant="success" title="Il link è pronto">
        Si vede solo adesso. {notice}
      </Notice>
      <div className="flex flex-col gap-4 md:flex-row md:items-start">
        <div className="w-44 shrink-0 self-center rounded-md border border-line bg-white p-1">
          <Suspense fallback={<Skeleton className="aspect-square" />}>
            <QrCode text={url} label={qrLabel} />
          </Suspense>
        </div>
        <div className="flex min-w-0 grow flex-col gap-3">
          <LinkField label={label} url={url} />
          <div className="flex flex-wrap gap-2">
            <CopyLink text={url} size="small" />
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
