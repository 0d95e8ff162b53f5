import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { type RestLimits, type RestMode, type RestRules, restRulesSchema } from '../../domain/rest/limits.ts';
import type { Worksite } from '../../domain/worksites/schema.ts';
import { useAction } from '../data/useAction.ts';
import { useZodForm } from '../data/useZodForm.ts';
import { textOf } from '../http/httpError.ts';
import { call } from '../http/request.ts';
import { ChoiceCards, type Choice } from '../ui/ChoiceCards.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextField } from '../ui/TextField.tsx';

const modes: readonly Choice<RestMode>[] = [
  { id: 'avviso', label: 'Avvisa', hint: 'I due lo leggono prima di accettare' },
  { id: 'blocco', label: 'Blocca', hint: 'Lo scambio non si può fare' },
  { id: 'off', label: 'Non controllare', hint: 'Per esempio per chi lavora in proprio' },
];

/** Of D.Lgs. 66/2003, as the hints say. */
const limits: readonly { name: keyof RestLimits; label: string; hint: string }[] = [
  { name: 'dailyRestHours', label: 'Riposo tra due giornate (ore)', hint: 'Per legge 11 (art. 7).' },
  {
    name: 'weeklyRestHours',
    label: 'Riposo settimanale (ore)',
    hint: 'Due volte ogni 14 giorni; per legge 24 più le 11 giornaliere (art. 9).',
  },
  {
    name: 'averageWeekHours',
    label: 'Media a settimana (ore)',
    hint: 'Su 17 settimane, senza ferie e malattia; per legge 48 (art. 4).',
  },
  {
    name: 'nightHours',
    label: 'Turno di notte (ore)',
    hint: 'Se almeno 3 ore cadono tra le 00:00 e le 05:00; per legge 8 (art. 13).',
  },
  { name: 'daysInRow', label: 'Giorni di fila', hint: 'Di solito 6.' },
];

/** What the swaps of a worksite must leave of rest. */
export function RestRulesDialog({ worksite, onClose }: { worksite: Worksite; onClose: () => void }) {
  const formId = useId();
  const save = useAction({
    changes: ['administration'],
    run: (restRules: RestRules) =>
      call('PATCH /api/ceo/worksites/:id', { params: { id: worksite.id }, body: { restRules } }),
    done: () => ({ title: 'Regole salvate', text: 'Le persone del cantiere ricevono un avviso.' }),
    failed: 'Errore nella modifica delle regole',
    onDone: onClose,
  });
  const { register, handleSubmit, formState, control, watch } = useZodForm<RestRules>({
    schema: restRulesSchema,
    defaultValues: worksite.restRules,
    error: save.error,
  });
  const submit = handleSubmit((values) => save.mutate(values));
  return (
    <FormDialog
      formId={formId}
      onClose={onClose}
      title="Regole degli scambi"
      submitLabel="Salva"
      isPending={save.isPending}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <p className="text-soft">{worksite.name}</p>
        <Controller
          name="mode"
          control={control}
          render={({ field }) => (
            <ChoiceCards
              label="Quando uno scambio lascia poco riposo"
              choices={modes}
              value={field.value}
              onChange={field.onChange}
              columns={{ phone: 1, wide: 3 }}
            />
          )}
        />
        {watch('mode') === 'off'
          ? null
          : limits.map(({ name, ...texts }) => (
              <TextField
                key={name}
                {...texts}
                type="number"
                inputMode="numeric"
                error={formState.errors.limits?.[name]?.message}
                {...register(`limits.${name}`, { valueAsNumber: true })}
              />
            ))}
        <p className="text-soft">
          Conta solo quello che uno scambio peggiora. È un aiuto, non un parere legale: un contratto
          collettivo può prevedere altro.
        </p>
        {save.error ? <Notice variant="danger">{textOf(save.error, 'Non salvato. Riprova.')}</Notice> : null}
      </form>
    </FormDialog>
  );
}
