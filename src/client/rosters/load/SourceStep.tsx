import { FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { mostFileBytes } from '../../../domain/rosters/schema.table.ts';
import { sampleFile } from '../../../domain/rosters/sheets.ts';
import { pastedTable } from '../../../domain/rosters/table.ts';
import { useAction } from '../../data/useAction.ts';
import { textOf } from '../../http/httpError.ts';
import { call } from '../../http/request.ts';
import { useToday } from '../../shifts/clock.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonLook } from '../../ui/buttonLook.ts';
import { describedBy, Field } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import type { RosterSource } from './useRosterReading.ts';

/** A file's content in base64, without the data URL prefix. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });

export function SourceStep({ onSource }: { onSource: (source: RosterSource) => void }) {
  const today = useToday();
  const id = useId();
  const [pasted, setPasted] = useState('');
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const reading = useAction({
    run: async (file: File): Promise<RosterSource> => {
      const { sheets } = await call('POST /api/rosters/table', { body: { file: await base64Of(file) } });
      return { name: file.name.replace(/\.[^.]*$/, ''), sheets };
    },
    onDone: onSource,
  });
  const choose = (file: File | undefined): void => {
    if (!file) return;
    setName(file.name);
    const isTooLarge = file.size > mostFileBytes;
    setProblem(isTooLarge ? 'Il file è troppo grande: al massimo 5 MB.' : undefined);
    if (!isTooLarge) reading.mutate(file);
  };
  const error =
    problem ?? (reading.error ? textOf(reading.error, 'Non riesco a leggere il file. Riprova.') : undefined);
  const hint = 'Excel (.xlsx) o .csv, al massimo 5 MB: scegli il file, o trascinalo qui.';
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-6 @xl:grid-cols-2">
        <DropZone
          getDropOperation={() => 'copy'}
          onDrop={({ items }) => {
            const file = items.find((item) => item.kind === 'file');
            void file?.getFile().then(choose);
          }}
          className="rounded-md outline-offset-4 drop-target:outline-2 drop-target:outline-accent"
        >
          <Field id={id} label="File del tabellone" hint={hint} error={error}>
            {/* hidden: the native button is in the browser's language */}
            <input
              id={id}
              type="file"
              accept=".xlsx,.csv,.txt,.tsv"
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy(id, hint, error)}
              onChange={(event) => choose(event.target.files?.[0])}
              className="peer sr-only"
            />
            <label
              htmlFor={id}
              className={buttonLook(
                'quiet',
                undefined,
                'self-start cursor-pointer peer-focus-visible:outline-2',
              )}
            >
              <FileUp aria-hidden="true" className="size-5" />
              {name ?? 'Scegli il file'}
            </label>
            {reading.isPending && <p role="status">Leggo il file…</p>}
            <a
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(sampleFile(today))}`}
              download="tabellone-di-esempio.csv"
              className="self-start py-2 text-caption"
            >
              Scarica un file di esempio
            </a>
          </Field>
        </DropZone>
        <div className="flex flex-col items-start gap-3">
          <div className="w-full">
            <TextArea
              label="Oppure incolla le celle"
              hint="Copia la tabella dal foglio di calcolo, intestazioni comprese."
              value={pasted}
              onChange={(event) => setPasted(event.target.value)}
            />
          </div>
          <Button
            variant="quiet"
            disabled={pasted.trim() === ''}
            onClick={() => onSource({ name: '', sheets: [{ name: '', rows: pastedTable(pasted) }] })}
          >
            Leggi le celle incollate
          </Button>
        </div>
      </div>
    </div>
  );
}
