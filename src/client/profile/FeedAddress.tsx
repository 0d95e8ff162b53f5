import { Copy } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { buttonLook } from '../ui/buttonLook.ts';
import { Notice } from '../ui/Notice.tsx';
import { useToast } from '../ui/toast.ts';

/** How calendar programs are told to subscribe to an address. */
function feedLinks(url: string): { google: string; apple: string } {
  const apple = url.replace(/^https?:/, 'webcal:');
  return { apple, google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(apple)}` };
}

/** A feed's address, the only time that it can be seen, and the ways to hand it to a calendar program. */
export function FeedAddress({ url }: { url: string }) {
  const id = useId();
  const toast = useToast();
  const { google, apple } = feedLinks(url);
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
      <Notice variant="success" title="Il link è pronto">
        Si vede solo adesso: aggiungilo al tuo calendario o copialo.
      </Notice>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-medium">
          Link segreto
        </label>
        <input
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-12 w-full min-w-0 rounded-md border border-edge bg-sunken px-3 text-ellipsis"
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <a href={google} target="_blank" rel="noreferrer" className={buttonLook('primary')}>
          Aggiungi a Google Calendar
        </a>
        <a href={apple} className={buttonLook('quiet')}>
          Aggiungi ad Apple
        </a>
        <Button variant="quiet" icon={Copy} onClick={() => void copy()}>
          Copia il link
        </Button>
      </div>
    </div>
  );
}
