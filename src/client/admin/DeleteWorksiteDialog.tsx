import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Worksite, WorksiteContents } from '../../domain/worksites/schema.ts';
import { failureOf, QueryStatus } from '../data/QueryStatus.tsx';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { contentsQuery } from './api.ts';
import { countOf } from './counts.ts';

export function DeleteWorksiteDialog({ worksite, onClose }: { worksite: Worksite; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const contents = useQuery(contentsQuery(worksite.id));
  const remove = useAction({
    changes: ['administration'],
    run: (confirmName: string) =>
      call('DELETE /api/ceo/worksites/:id', { params: { id: worksite.id }, body: { confirmName } }),
    done: () => ({ title: 'Cantiere eliminato' }),
    failed: 'Errore nell’eliminazione del cantiere',
    onDone: onClose,
  });
  const isDeletable = contents.data?.holdsAdmin === false;
  const isTyped = typed.trim() === worksite.name;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isDeletable && isTyped) remove.start(worksite.name);
  };
  return (
    <FormDialog
      onSubmit={submit}
      onClose={onClose}
      role="alertdialog"
      title={`Elimini ${worksite.name}?`}
      submitLabel={isDeletable ? 'Elimina tutto' : null}
      isDanger
      isDisabled={!isTyped}
      isPending={remove.isPending}
      error={failureOf(remove.error, 'Non eliminato. Riprova.')}
    >
      <QueryStatus query={contents} failed="Non riesco a leggere che cosa contiene.">
        <Skeleton className="h-24" />
      </QueryStatus>
      {contents.data ? <WhatGoes contents={contents.data} /> : null}
      {isDeletable ? (
        <TextField
          label={`Scrivi «${worksite.name}» per confermare`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      ) : null}
    </FormDialog>
  );
}

function WhatGoes({ contents }: { contents: WorksiteContents }) {
  if (contents.holdsAdmin) {
    return <Notice variant="warn">In questo cantiere c’è un amministratore: non si può eliminare.</Notice>;
  }
  return (
    <Notice variant="danger" title="Con il cantiere spariscono, per sempre:">
      <ul className="list-disc pl-5">
        <li>{countOf(contents.people, 'persona', 'persone')}, che perdono subito l’accesso</li>
        <li>{countOf(contents.shifts, 'turno', 'turni')}</li>
        <li>
          {countOf(contents.requests, 'richiesta di scambio', 'richieste di scambio')} e{' '}
          {countOf(contents.swaps, 'scambio completato', 'scambi completati')}
        </li>
        <li>{countOf(contents.operationCodes, 'codice operativo', 'codici operativi')}</li>
      </ul>
    </Notice>
  );
}
