import { z } from 'zod';
import { createWorksiteSchema, type Worksite } from '../../domain/worksites/schema.ts';
import { failureOf } from '../data/QueryStatus.tsx';
import { useAction } from '../data/useAction.ts';
import { fieldsOf, useZodForm } from '../data/useZodForm.ts';
import { call } from '../http/request.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';

const formSchema = createWorksiteSchema.extend({
  description: z.string().trim().max(500, 'Al massimo 500 caratteri'),
  isActive: z.boolean(),
  entersRosters: z.boolean(),
});
type Values = z.infer<typeof formSchema>;

const valuesOf = (worksite: Worksite | null): Values => ({
  name: worksite?.name ?? '',
  accessCode: worksite?.accessCode ?? '',
  email: worksite?.email ?? '',
  description: worksite?.description ?? '',
  isActive: worksite?.isActive ?? true,
  entersRosters: worksite?.rosterMode === 'subito',
});

export function WorksiteDialog({ worksite, onClose }: { worksite: Worksite | null; onClose: () => void }) {
  const save = useAction({
    changes: ['administration'],
    run: ({ entersRosters, ...body }: Values) =>
      worksite
        ? call('PATCH /api/ceo/worksites/:id', {
            params: { id: worksite.id },
            body: { ...body, rosterMode: entersRosters ? 'subito' : 'proposta' },
          })
        : call('POST /api/ceo/worksites', { body }),
    done: () => ({ title: worksite ? 'Cantiere salvato' : 'Cantiere creato' }),
    failed: worksite ? 'Errore nella modifica del cantiere' : 'Errore nella creazione del cantiere',
    onDone: onClose,
  });
  const form = useZodForm<Values>({
    schema: formSchema,
    defaultValues: valuesOf(worksite),
    error: save.error,
  });
  const field = fieldsOf(form);
  return (
    <FormDialog
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
      onClose={onClose}
      title={worksite ? 'Modifica cantiere' : 'Nuovo cantiere'}
      submitLabel={worksite ? 'Salva' : 'Crea il cantiere'}
      isPending={save.isPending}
      error={failureOf(save.error, 'Non salvato. Riprova.')}
    >
      <TextField label="Nome" autoComplete="off" {...field('name')} />
      <TextField
        label="Codice di accesso"
        hint="Chi si registra lo deve conoscere."
        autoComplete="off"
        {...field('accessCode')}
      />
      <TextField
        label="Email"
        type="email"
        hint="Riceve una copia di ogni scambio completato."
        autoComplete="off"
        {...field('email')}
      />
      <TextArea label="Descrizione" isOptional {...field('description')} />
      <Checkbox
        hint="Se lo disattivi, nessuno può più registrarsi; chi è già iscritto continua."
        {...field('isActive')}
      >
        Attivo
      </Checkbox>
      {worksite ? (
        <Checkbox
          hint="Altrimenti ognuno riceve una proposta e decide. Ferie e malattie non si toccano mai."
          {...field('entersRosters')}
        >
          I turni del tabellone entrano subito nei calendari
        </Checkbox>
      ) : null}
    </FormDialog>
  );
}
