import type { ComponentProps } from 'react';
import { type Control, Controller, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { type ExchangeKind, kindsOf } from '../../domain/exchanges/kinds.ts';
import { type RestLimits, type RestMode, restRulesSchema } from '../../domain/rest/limits.ts';
import type { Worksite, WorksiteVariant } from '../../domain/worksites/schema.ts';
import { type ApprovalMode, cutoffChoices, swapPolicySchema } from '../../domain/worksites/swapPolicy.ts';
import { failureOf } from '../data/QueryStatus.tsx';
import { useAction } from '../data/useAction.ts';
import { fieldsOf, selectOf, useZodForm } from '../data/useZodForm.ts';
import { call } from '../http/request.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ChoiceCards, type Choice } from '../ui/ChoiceCards.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';

const rulesSchema = z.object({ swapPolicy: swapPolicySchema, restRules: restRulesSchema });
type Rules = z.infer<typeof rulesSchema>;

const modes: readonly Choice<RestMode>[] = [
  { id: 'avviso', label: 'Avvisa', hint: 'I due lo leggono prima di accettare' },
  { id: 'blocco', label: 'Blocca', hint: 'Lo scambio non si può fare' },
  { id: 'off', label: 'Non controllare', hint: 'Per esempio per chi lavora in proprio' },
];

/** Limits from D.Lgs. 66/2003, as the hints say. */
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

export function SwapRulesDialog({ worksite, onClose }: { worksite: Worksite; onClose: () => void }) {
  const save = useAction({
    changes: ['administration'],
    run: (body: Rules) => call('PATCH /api/ceo/worksites/:id', { params: { id: worksite.id }, body }),
    done: () => ({ title: 'Regole salvate', text: 'Le persone del cantiere ricevono un avviso.' }),
    onDone: onClose,
  });
  const form = useZodForm<Rules>({
    schema: rulesSchema,
    defaultValues: { swapPolicy: worksite.swapPolicy, restRules: worksite.restRules },
    error: save.error,
  });
  const { isDirty } = form.formState;
  // unchanged rules notify nobody
  const submit = form.handleSubmit((values) => (isDirty ? save.mutate(values) : onClose()));
  return (
    <FormDialog
      onSubmit={submit}
      gap="gap-6"
      onClose={onClose}
      title="Regole degli scambi"
      submitLabel="Salva"
      isPending={save.isPending}
      error={failureOf(save.error, 'Non salvato. Riprova.')}
    >
      <p className="text-soft">{worksite.name}</p>
      <KindsField control={form.control} variant={worksite.variant} />
      <Controller
        control={form.control}
        name="swapPolicy.cutoffHours"
        render={(given) => (
          <Select
            label="Quando si può confermare"
            hint="Dopo non si pubblica e non si conferma più: le richieste aperte scadono."
            options={cutoffs}
            {...selectOf(given)}
          />
        )}
      />
      <ModeField
        control={form.control}
        name="swapPolicy.approval"
        label="Quando uno scambio va approvato"
        choices={approvals}
      />
      <RestFields form={form} />
    </FormDialog>
  );
}

const kindTexts: Record<ExchangeKind, { label: string; hint: string }> = {
  turno: { label: 'Un altro orario', hint: 'Due turni dello stesso giorno' },
  giorno: { label: 'Il giorno libero', hint: 'Un turno per quello di un altro giorno' },
  settimana: { label: 'Un altro turno della settimana', hint: 'Da sabato a venerdì' },
  ferie: { label: 'Le ferie', hint: 'Una settimana per un’altra' },
};

function KindsField({ control, variant }: { control: Control<Rules>; variant: WorksiteVariant }) {
  const kinds = kindsOf(variant);
  return (
    <Controller
      control={control}
      name="swapPolicy.kinds"
      render={({ field }) => (
        <fieldset className="flex min-w-0 flex-col">
          <legend className="font-medium">Che cosa si può chiedere</legend>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              hint={kindTexts[kind].hint}
              checked={field.value.includes(kind)}
              onChange={({ target }) =>
                field.onChange(
                  kinds.filter((one) => (one === kind ? target.checked : field.value.includes(one))),
                )
              }
            >
              {kindTexts[kind].label}
            </Checkbox>
          ))}
          <p className="text-caption text-soft">
            Le richieste già aperte si possono concludere anche se togli il loro tipo.
          </p>
        </fieldset>
      )}
    />
  );
}

const cutoffs = cutoffChoices.map((hours) => ({
  id: String(hours),
  label: hours === 0 ? 'Fino all’inizio del turno' : `Fino a ${hours} ore prima del turno`,
}));

const approvals: readonly Choice<ApprovalMode>[] = [
  { id: 'automatica', label: 'Mai', hint: 'Valgono appena confermati' },
  { id: 'automatica_senza_avvisi', label: 'Se c’è un avviso', hint: 'Quando lasciano poco riposo' },
  { id: 'sempre', label: 'Sempre', hint: 'Decidi tu, o chi può approvare gli scambi' },
];

interface ModeFieldProps extends Pick<ComponentProps<typeof ChoiceCards>, 'label' | 'choices'> {
  control: Control<Rules>;
  name: 'swapPolicy.approval' | 'restRules.mode';
}

function ModeField({ control, name, ...texts }: ModeFieldProps) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <ChoiceCards {...texts} value={value} onChange={onChange} columns={{ phone: 1, wide: 3 }} />
      )}
    />
  );
}

function RestFields({ form }: { form: UseFormReturn<Rules> }) {
  const field = fieldsOf(form);
  return (
    <div className="flex flex-col gap-4">
      <ModeField
        control={form.control}
        name="restRules.mode"
        label="Quando uno scambio lascia poco riposo"
        choices={modes}
      />
      {form.watch('restRules.mode') === 'off'
        ? null
        : limits.map(({ name, ...texts }) => (
            <TextField
              key={name}
              {...texts}
              type="number"
              inputMode="numeric"
              {...field(`restRules.limits.${name}`, { valueAsNumber: true })}
            />
          ))}
      <p className="text-soft">
        Conta solo quello che uno scambio peggiora. È un aiuto, non un parere legale: un contratto collettivo
        può prevedere altro.
      </p>
    </div>
  );
}
