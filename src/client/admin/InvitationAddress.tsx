import { Copy, Printer } from 'lucide-react';
import { Suspense, useId } from 'react';
import { createPortal } from 'react-dom';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import type { InvitationLink } from '../../domain/rosters/schema.invitations.ts';
import { Button } from '../ui/Button.tsx';
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useToast } from '../ui/toast.ts';

const QrCode = lazyWithPreload(() => import('./QrCode.tsx'));

interface InvitationAddressProps {
  link: InvitationLink;
  /** Whose it is; undefined: for the wall. */
  of: string | undefined;
  /** The worksite's name on a sheet that can be printed. */
  sheetFor: string | undefined;
}

/** An invitation's address, the only time that it can be seen, and the ways to hand it over. */
export function InvitationAddress({ link: { url, expiresAt }, of, sheetFor }: InvitationAddressProps) {
  const id = useId();
  const toast = useToast();
  const until = formatLongDay(dayInRome(expiresAt));
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ variant: 'success', title: 'Link copiato' });
    } catch {
      toast({ variant: 'error', title: 'Copia non riuscita', text: 'Seleziona il link e copialo a mano.' });
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <Notice variant="success" title="L’invito è pronto">
        Si vede solo adesso. Vale fino a {until}.
      </Notice>
      <div className="flex flex-col gap-4 md:flex-row md:items-start">
        <div className="w-44 shrink-0 self-center rounded-md border border-line bg-white p-1">
          <Suspense fallback={<Skeleton className="aspect-square" />}>
            <QrCode text={url} />
          </Suspense>
        </div>
        <div className="flex min-w-0 grow flex-col gap-3">
          <div className="flex flex-col gap-1">
            <label htmlFor={id} className="font-medium">
              Link<span className="sr-only"> {of === undefined ? 'da appendere' : `di ${of}`}</span>
            </label>
            <input
              id={id}
              readOnly
              value={url}
              onFocus={(event) => event.currentTarget.select()}
              className="min-h-12 w-full min-w-0 rounded-md border border-edge bg-sunken px-3 text-ellipsis"
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button size="small" variant="quiet" icon={Copy} onClick={() => void copy()}>
              Copia il link
            </Button>
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

/** What is put up: an A5 sheet, seen on paper alone. */
function Sheet({ name, url, until }: { name: string; url: string; until: string }) {
  return (
    <div className="print-sheet invitation-sheet hidden print:block">
      <div className="print-sheet-part flex flex-col items-center gap-5 text-center">
        <p className="text-lead font-semibold text-accent">Turnario</p>
        <p className="text-title font-semibold break-words">{name}</p>
        <p>Inquadra il codice con il telefono e registrati: i tuoi turni e gli scambi, in un posto solo.</p>
        <div className="w-56">
          <Suspense>
            <QrCode text={url} />
          </Suspense>
        </div>
        <p className="text-caption break-all">{url}</p>
        <p className="text-caption text-soft">Vale fino a {until}.</p>
      </div>
    </div>
  );
}
