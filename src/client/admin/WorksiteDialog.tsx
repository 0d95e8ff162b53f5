import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { createWorksiteSchema, type Worksite } from '../../domain/worksites/schema.ts';
import { HttpError, textOf } from '../http/httpError.ts';
import { request } from '../http/request.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useAdminAction } from './useAdminAction.ts';

const formSchema = createWorksiteSchema.extend({
  description: z.string().trim().max(500, 'Al massimo 500 caratteri'),
  isActive: z.boolean(),
});
type Values = z.infer<typeof formSchema>;

const fieldNames = ['name', 'accessCode', 'email', 'description'] as const;

const valuesOf = (worksite: Worksite | null): Values => ({
  name: worksite?.name ?? '',
  accessCode: worksite?.accessCode ?? '',
  email: worksite?.email ?? '',
  description: worksite?.description ?? '',
  isActive: worksite?.isActive ?? true,
});

/** The form of a new worksite, or of one that there is. */
export function WorksiteDialog({ worksite, onClose }: { worksite: Worksite | null; onClose: () => void }) {
  const formId = useId();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    resolver: zodResolver(formSchema),
    defaultValues: valuesOf(worksite),
  });
  const save = useAdminAction({
    run: (body: Values) =>
      worksite
        ? request<Worksite>('PATCH', `/api/ceo/worksites/${worksite.id}`, { body })
        : request<Worksite>('POST', '/api/ceo/worksites', { body }),
    done: worksite ? 'Cantiere salvato' : 'Cantiere creato',
    failed: worksite ? 'Errore nella modifica del cantiere' : 'Errore nella creazione del cantiere',
    onDone: onClose,
  });
  const submit = handleSubmit((values) =>
    save.mutate(values, {
      onError: (error) => {
        const fields = error instanceof HttpError ? error.fields : undefined;
        for (const name of fieldNames) if (fields?.[name]) setError(name, { message: fields[name] });
      },
    }),
  );
  const { errors } = formState;
  const actions = (
    <>
      <Button variant="quiet" onClick={onClose}>
        Annulla
      </Button>
      <Button type="submit" form={formId} isPending={save.isPending}>
        {worksite ? 'Salva' : 'Crea il cantiere'}
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={worksite ? 'Modifica cantiere' : 'Nuovo cantiere'}
      actions={actions}
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField label="Nome" error={errors.name?.message} autoComplete="off" {...register('name')} />
        <TextField
          label="Codice accesso"
          hint="Chi si registra lo deve conoscere."
          error={errors.accessCode?.message}
          autoComplete="off"
          {...register('accessCode')}
        />
        <TextField
          label="Email"
          type="email"
          hint="Riceve una copia di ogni scambio completato."
          error={errors.email?.message}
          autoComplete="off"
          {...register('email')}
        />
        <TextArea
          label="Descrizione"
          isOptional
          error={errors.description?.message}
          {...register('description')}
        />
        <Checkbox
          hint="Se non è attivo, nessuno si può registrare; chi c’è continua."
          {...register('isActive')}
        >
          Attivo
        </Checkbox>
        {save.error ? <Notice variant="danger">{textOf(save.error, 'Non salvato. Riprova.')}</Notice> : null}
      </form>
    </Dialog>
  );
}
