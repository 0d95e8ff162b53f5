import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import {
  type MailProviderId,
  providerOf,
  providerOfAddress,
  providerOfServer,
} from '../../domain/mail/providers.ts';
import {
  type EmailConfig,
  type MailSettingsInput,
  mailSettingsSchema,
  mailTestTexts,
} from '../../domain/mail/schema.ts';
import { showFieldErrors, useZodForm } from '../data/useZodForm.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { showToast } from '../ui/toast.ts';
import { useSaveSettings } from './api.ts';

export type SavedSettings = NonNullable<NonNullable<EmailConfig['settings']>['saved']>;

/** The form's fields; the port is NaN while there is none. */
export interface SettingsDraft extends Omit<MailSettingsInput, 'password'> {
  password: string;
}

const empty: SettingsDraft = { account: '', password: '', host: '', port: Number.NaN, isTls: true };

const draftOf = (saved: SavedSettings | null): SettingsDraft =>
  saved
    ? { account: saved.account, password: '', host: saved.host, port: saved.port, isTls: saved.isTls }
    : empty;

/** The provider matching the form's server, and functions to change it. */
function useProvider({ control, formState, getValues, setValue }: UseFormReturn<SettingsDraft>) {
  const [host, port, isTls] = useWatch({ control, name: ['host', 'port', 'isTls'] });
  const [isByHand, setByHand] = useState(false);
  const isBlank = host === '' && Number.isNaN(port);
  const named = isBlank ? null : providerOfServer({ host, port, isTls });
  const provider: MailProviderId | null = isByHand ? 'altro' : named;

  const chooseProvider = (id: MailProviderId): void => {
    const server = providerOf(id)?.server;
    setByHand(!server);
    if (!server) return;
    for (const name of ['host', 'port', 'isTls'] as const) {
      setValue(name, server[name], { shouldDirty: true, shouldValidate: formState.isSubmitted });
    }
  };
  /** Guesses the provider from the address, unless one was chosen. */
  const guessProvider = (): void => {
    const guess = isBlank && !isByHand ? providerOfAddress(getValues('account')) : null;
    if (guess) chooseProvider(guess);
  };
  return { provider, chooseProvider, guessProvider };
}

export function useSettingsForm(saved: SavedSettings | null) {
  const save = useSaveSettings();
  const form = useZodForm<SettingsDraft>({ schema: mailSettingsSchema, defaultValues: draftOf(saved) });
  const { clearErrors, formState, getValues, handleSubmit, reset, setError } = form;
  const { isDirty } = formState;

  const send = async (draft: SettingsDraft): Promise<boolean> => {
    try {
      await save.mutateAsync(draft);
      reset({ ...draft, password: '' });
      return true;
    } catch (error) {
      showFieldErrors(form, error, { shouldFocus: true });
      // field errors are shown only at their fields
      if (error instanceof HttpError && Object.keys(error.fields).length > 0) return false;
      showToast({
        variant: 'error',
        title: 'Impostazioni non salvate',
        text: textOf(error, 'Riprova tra poco.'),
      });
      return false;
    }
  };
  const submit = handleSubmit(async (draft) => {
    if (await send(draft)) {
      showToast({
        variant: 'success',
        title: 'Impostazioni salvate',
        text: 'Le email in coda partono adesso.',
      });
    }
  });
  const test = (run: () => void): void => {
    const { account, password } = getValues();
    const missing =
      account.trim() === ''
        ? 'account'
        : password === '' && saved?.isPasswordReadable !== true
          ? 'password'
          : null;
    if (missing) {
      // only these: other errors are shown once both are given
      clearErrors();
      setError(missing, { message: mailTestTexts.missing }, { shouldFocus: true });
      return;
    }
    void handleSubmit(async (draft) => {
      if (!isDirty || (await send(draft))) run();
    })();
  };
  return { form, submit, test, isSaving: save.isPending, ...useProvider(form) };
}
