import { MessageSquare, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CompletedSwap } from '../../domain/exchanges/schema.completed.ts';
import { buttonLook } from '../ui/buttonLook.ts';

/** Licence and phone of the other driver, which the server gives to the two of a taxi swap only. */
export function PartnerContact({ swap }: { swap: CompletedSwap }) {
  const { partnerName: name, partnerPhone: phone, partnerLicenseNumber: licence } = swap;
  if (!phone && !licence) return null;
  const number = phone?.replaceAll(/[^\d+]/g, '');
  const icon = { 'aria-hidden': true, className: 'size-5' } as const;
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular flex flex-wrap gap-x-4">
        {licence ? <span>Licenza {licence}</span> : null}
        {phone ? <span>{phone}</span> : null}
      </p>
      {number ? (
        <div className="flex gap-2">
          <ContactLink href={`tel:${number}`} label={`Chiama ${name}`} icon={<Phone {...icon} />}>
            Chiama
          </ContactLink>
          <ContactLink
            href={`sms:${number}`}
            label={`Messaggio a ${name}`}
            icon={<MessageSquare {...icon} />}
          >
            Messaggio
          </ContactLink>
        </div>
      ) : null}
    </div>
  );
}

interface ContactLinkProps {
  href: string;
  /** Begins with the words that are seen. */
  label: string;
  icon: ReactNode;
  children: string;
}

function ContactLink({ href, label, icon, children }: ContactLinkProps) {
  return (
    <a href={href} aria-label={label} className={buttonLook('quiet', 'small', 'flex-1')}>
      {icon}
      {children}
    </a>
  );
}
