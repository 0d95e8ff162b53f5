import { type SyntheticEvent, useState } from 'react';
import { type TaxiInfo, taxiInfoSchema } from '../../domain/users/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { Button } from '../ui/Button.tsx';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';
import { showToast } from '../ui/toast.ts';
import { useSaveTaxiInfo } from './api.ts';
import { ProfileSection } from './ProfileSection.tsx';

export function TaxiSection() {
  const { user } = useSignedIn();
  return (
    <ProfileSection
      title="Dati taxi"
      lead="Li vedono chi ha scambiato con te, gli amministratori e la casella email del cantiere."
    >
      <TaxiField field="taxiLicense" label="Licenza taxi" saved={user.taxiLicense ?? ''} />
      <TaxiField
        field="phoneNumber"
        label="Cellulare"
        saved={user.phoneNumber ?? ''}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
    </ProfileSection>
  );
}

interface TaxiFieldProps extends Pick<TextFieldProps, 'type' | 'inputMode' | 'autoComplete'> {
  field: TaxiInfo['field'];
  label: string;
  saved: string;
}

function TaxiField({ field, saved, label, ...input }: TaxiFieldProps) {
  const save = useSaveTaxiInfo();
  const [value, setValue] = useState(saved);
  const [error, setError] = useState<string>();

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const checked = taxiInfoSchema.safeParse({ field, value });
    setError(checked.success ? undefined : checked.error.issues[0]?.message);
    if (!checked.success) return;
    save.start(checked.data, {
      onSuccess: () => {
        setValue(checked.data.value);
        showToast({ variant: 'success', title: 'Dati aggiornati!' });
      },
      onError: (failure) => {
        const said = failure instanceof HttpError ? failure.fields['value'] : undefined;
        setError(said ?? textOf(failure, "Errore durante l'aggiornamento"));
      },
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <div className="min-w-[min(13rem,100%)] flex-1">
        <TextField
          {...input}
          label={label}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          error={error}
        />
      </div>
      <Button
        type="submit"
        variant="quiet"
        isPending={save.isPending}
        aria-label={`Salva: ${label}`}
        className="mt-7"
      >
        Salva
      </Button>
    </form>
  );
}
