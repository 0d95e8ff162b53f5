import { Controller } from 'react-hook-form';
import { leastContractHours, mostContractHours } from '../../domain/users/schema.ts';
import { NameFields } from '../auth/NameFields.tsx';
import { RefusalDialog } from '../auth/RefusalDialog.tsx';
import { useSignedIn } from '../auth/session.ts';
import { fieldsOf, selectOf } from '../data/useZodForm.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { useProfileForm } from './useProfileForm.ts';

const hoursOptions = Array.from({ length: mostContractHours - leastContractHours + 1 }, (_, index) => {
  const hours = leastContractHours + index;
  return { id: String(hours), label: `${hours} ore` };
});

export function ProfileForm() {
  const { user, worksite, isImpersonating } = useSignedIn();
  const isTaxi = worksite.variant === 'taxi';
  const asksCode = !isTaxi && user.role !== 'admin' && !isImpersonating;
  const profile = useProfileForm({ asksCode });
  const field = fieldsOf(profile.form);
  return (
    <ProfileSection title="Modifica i dati">
      <form noValidate onSubmit={profile.submit} className="flex flex-col gap-4">
        <NameFields firstName={field('firstName')} lastName={field('lastName')} />
        {isTaxi ? <p className="text-soft">Nei cantieri taxi le ore di contratto sono sempre 7.</p> : null}
        {isTaxi || user.role === 'admin' ? null : (
          <>
            <Controller
              control={profile.form.control}
              name="contractHours"
              render={(given) => (
                <Select
                  label="Ore di contratto"
                  hint="Ore di una giornata di lavoro"
                  options={hoursOptions}
                  {...selectOf(given)}
                />
              )}
            />
            {profile.effects === null ? null : (
              <Notice variant="warn">
                Se passi a {profile.typedHours} ore, {profile.effects}: si scambia solo tra colleghi con le
                stesse ore.
              </Notice>
            )}
            <Switch
              hint="Part-time verticale: turni di 4, 8 o 9 ore, al massimo 20 a settimana"
              {...profile.form.register('enableFlexibleShifts')}
            >
              Turni flessibili
            </Switch>
          </>
        )}
        {asksCode ? (
          <PasswordField
            label="Codice di accesso del cantiere"
            what="codice"
            hint="Serve per salvare: te lo dà chi amministra il cantiere"
            autoComplete="off"
            {...field('accessCode')}
          />
        ) : null}
        <Button
          type="submit"
          isPending={profile.isPending || profile.form.formState.isSubmitting}
          className="self-start"
        >
          Salva le modifiche
        </Button>
      </form>
      <ConfirmDialog
        isOpen={profile.toConfirm !== null}
        title={`Passi a ${profile.typedHours} ore?`}
        confirmLabel="Salva e chiudi gli scambi"
        cancelLabel="Torna indietro"
        onConfirm={profile.send}
        onCancel={profile.dismiss}
        isPending={profile.isPending}
      >
        <p>Con le nuove ore {profile.toConfirm}. Chi stava per scambiare con te riceve un avviso.</p>
      </ConfirmDialog>
      {profile.failure === null ? null : (
        <RefusalDialog title="Errore nell'aggiornamento del profilo" onClose={profile.dismiss}>
          <p>{profile.failure}</p>
        </RefusalDialog>
      )}
    </ProfileSection>
  );
}
