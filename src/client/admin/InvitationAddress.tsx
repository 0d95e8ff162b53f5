import { Printer } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { dayInRome, formatLongDay } from '../../domain/calendar/day.ts';
import type { InvitationLink } from '../../domain/rosters/schema.invitations.ts';
import { Button } from '../ui/Button.tsx';
import { LinkToHand, QrCode } from './LinkToHand.tsx';

interface InvitationAddressProps {
  link: InvitationLink;
  /** For screen readers: whose it is. */
  whose: ReactNode;
  sheetFor: string | undefined;
}

/** An invitation's address, shown only now, with ways to share it. */
export function InvitationAddress({ link: { url, expiresAt }, whose, sheetFor }: InvitationAddressProps) {
  const until = formatLongDay(dayInRome(expiresAt));
  return (
    <LinkToHand
      url={url}
      label={<>Link{whose}</>}
      qrLabel="Codice QR dell’invito"
      notice={`Vale fino a ${until}.`}
    >
      {sheetFor === undefined ? null : (
        <>
          <Button size="small" icon={Printer} onClick={() => window.print()}>
            Stampa il foglio
          </Button>
          {createPortal(<Sheet name={sheetFor} url={url} until={until} />, document.body)}
        </>
      )}
    </LinkToHand>
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
