import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../domain/call.ts';
import { useSignedIn } from '../auth/session.ts';
import { Button } from '../ui/Button.tsx';
import { buttonLook } from '../ui/buttonLook.ts';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { ProfileSection } from './ProfileSection.tsx';

/** A copy of everything, and the end of it. */
export function OwnDataSection() {
  const { user } = useSignedIn();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <ProfileSection
      title="I tuoi dati"
      lead="Account, turni, richieste, scambi, notifiche e codici, in un file JSON tutto tuo."
    >
      <div className="flex flex-wrap gap-3">
        <a
          href={addressOf('GET /api/users/:id/data', { params: { id: user.id } })}
          download
          className={buttonLook('quiet')}
        >
          <Download aria-hidden="true" className="size-5" />
          Scarica i miei dati
        </a>
        {user.role === 'admin' ? null : (
          <Button
            variant="plain"
            icon={Trash2}
            onClick={() => setLeaving(true)}
            className="text-danger hover:bg-danger-soft"
          >
            Elimina il mio account
          </Button>
        )}
      </div>
      {isLeaving ? <DeleteAccountDialog onClose={() => setLeaving(false)} /> : null}
    </ProfileSection>
  );
}
