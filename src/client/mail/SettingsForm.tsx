import { Send } from 'lucide-react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { mailProviders, providerOf } from '../../domain/mail/providers.ts';
import { fieldsOf } from '../data/useZodForm.ts';
import { Button } from '../ui/Button.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type SavedSettings, type SettingsDraft, useSettingsForm } from './useSettingsForm.ts';

interface SettingsFormProps {
  saved: SavedSettings | null;
  needsAccount: boolean;
  isTesting: boolean;
  onTest: () => void;
}

const providerOptions = mailProviders.map(({ id, name, server }) => ({
  id,
  label: name,
  hint: server?.host,
}));

const encryptions = [
  { id: 'tls', label: 'TLS da subito', hint: 'di solito porta 465' },
  { id: 'starttls', label: 'STARTTLS', hint: 'di solito porta 587' },
] as const;

/** Provider, account and password; server fields only for other providers. */
export function SettingsForm({ saved, needsAccount, isTesting, onTest }: SettingsFormProps) {
  const { form, provider, chooseProvider, guessProvider, submit, test, isSaving } = useSettingsForm(saved);
  const field = fieldsOf(form);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Select
        label="Fornitore"
        options={providerOptions}
        value={provider}
        onChange={chooseProvider}
        placeholder="Scegli il fornitore della casella"
        hint={provider === null ? undefined : providerOf(provider)?.hint}
        error={
          provider === null && form.formState.errors.host ? 'Scegli il fornitore della casella' : undefined
        }
      />
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="L’account da cui partono le email"
          {...field('account', { onBlur: guessProvider })}
        />
        <PasswordField
          label="Password per le app"
          autoComplete="new-password"
          hint={
            saved?.isPasswordReadable
              ? 'È salvata e cifrata. Scrivila solo per cambiarla.'
              : 'Viene salvata cifrata e non si rilegge più'
          }
          {...field('password')}
        />
      </div>
      {provider === 'altro' ? <ServerFields form={form} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isSaving}>
          Salva
        </Button>
        <Button
          variant="quiet"
          isPending={isTesting}
          onClick={() => (needsAccount ? test(onTest) : onTest())}
          icon={Send}
        >
          Testa Email
        </Button>
      </div>
      <p className="text-caption text-soft">
        La prova salva ciò che hai scritto e spedisce tre email al tuo indirizzo: può durare fino a mezzo
        minuto.
      </p>
    </form>
  );
}

/** For a provider whose server is not known. */
function ServerFields({ form }: { form: UseFormReturn<SettingsDraft> }) {
  const field = fieldsOf(form);
  return (
    <div className="grid gap-4 md:grid-cols-[2fr_1fr_2fr]">
      <TextField
        label="Server"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('host')}
      />
      <Controller
        control={form.control}
        name="port"
        render={({ field: { value, onChange, ...rest }, fieldState }) => (
          <TextField
            {...rest}
            label="Porta"
            inputMode="numeric"
            autoComplete="off"
            value={Number.isNaN(value) ? '' : value}
            onChange={({ target }) => onChange(Number(target.value.replaceAll(/\D/g, '')) || Number.NaN)}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        control={form.control}
        name="isTls"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Select
            label="Cifratura"
            options={encryptions}
            value={value ? 'tls' : 'starttls'}
            onChange={(id) => onChange(id === 'tls')}
            onBlur={onBlur}
            ref={ref}
          />
        )}
      />
    </div>
  );
}
