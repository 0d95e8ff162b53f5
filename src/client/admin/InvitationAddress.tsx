import { Printer } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import type { InvitationLink } from '../../domain/rosters/schema.invitations.ts';
import { Button } from '../ui/Button.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { CopyLink, LinkField } from '../ui/LinkField.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const QrCode = lazyWithPreload(() => import('../ui/QrCode.tsx'));

interface InvitationAddressProps {
  link: InvitationLink;
  /** For who does not see it. */
  whose: ReactNode;
  sheetFor: string | undefined;
}

/** An invitation's address, the only time that it can be seen, and the ways to hand it over. */
export function InvitationAddress({ link: { url, expiresAt }, whose, sheetFor }: InvitationAddressProps) {
  const until = formatLongDay(dayInRome(expiresAt));
  return (
    <div className="flex flex-col gap-3">
      <Notice variant="success" title="L’invito è pronto">
        Si vede solo adesso. Vale fino a {until}.
      </Notice>
      <div className="flex flex-col gap-4 md:flex-row md:items-start">
        <div className="w-44 shrink-0 self-center rounded-md border border-line bg-white p-1">
          <Suspense fallback={<Skeleton className="aspect-square" />}>
            <QrCode text={url} label="Codice QR dell’invito" />
          </Suspense>
        </div>
        <div className="flex min-w-0 grow flex-col gap-3">
          <LinkField label={<>Link{whose}</>} url={url} />
          <div className="flex flex-wrap gap-2">
            <CopyLink text={url} size="small" />
            {sheetFor === undefined ? null : (
              <Button size="small" icon={Printer} onClick={() => window.print()}>
                Stampa il foglio
              </Button>
            )}
          </div>
        </div>
      </div>
      {sheetFor === undefined
        ? null
        : createPortal(<Sheet name={sheetFor} url={url} until={until} />, document.body)}
    </div>
  );
}

function Sheet({ name, url, until }: { name: string; url: string; until: string }) {
  return (
    <div className="print-sheet invitation-sheet hidden print:block">
      <div className="print-sheet-part flex min-h-[176mm] flex-col items-center justify-center gap-6 text-center">
        <p className="text-lead font-semibold text-accent">Turnario</p>
        <p className="text-title font-semibold break-words">{name}</p>
        <p className="text-lead">
          Inquadra il codice con il telefono e registrati: i tuoi turni e gli scambi, in un posto solo.
        </p>
        <div className="w-[90mm] max-w-full">
          <Suspense>
            <QrCode text={url} label="Codice QR dell’invito" />
          </Suspense>
        </div>
        <p className="text-caption break-all">{url}</p>
        <p className="text-caption text-soft">Vale fino a {until}.</p>
      </div>
    </div>
  );
}
