import { buttonLook } from '../ui/buttonLook.ts';
import { CopyLink, LinkField } from '../ui/LinkField.tsx';
import { Notice } from '../ui/Notice.tsx';

/** How calendar programs are told to subscribe to an address. */
function feedLinks(url: string): { google: string; apple: string } {
  const apple = url.replace(/^https?:/, 'webcal:');
  return { apple, google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(apple)}` };
}

/** A feed's address, the only time that it can be seen, and the ways to hand it to a calendar program. */
export function FeedAddress({ url }: { url: string }) {
  const { google, apple } = feedLinks(url);
  return (
    <div className="flex flex-col gap-3">
      <Notice variant="success" title="Il link è pronto">
        Si vede solo adesso: aggiungilo al tuo calendario o copialo.
      </Notice>
      <LinkField label="Link segreto" url={url} />
      <div className="flex flex-wrap gap-3">
        <a href={google} target="_blank" rel="noreferrer" className={buttonLook('primary')}>
          Aggiungi a Google Calendar
        </a>
        <a href={apple} className={buttonLook('quiet')}>
          Aggiungi ad Apple
        </a>
        <CopyLink text={url} />
      </div>
    </div>
  );
}
