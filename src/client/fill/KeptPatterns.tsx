import { useQuery } from '@tanstack/react-query';
import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import { keyOfDuty } from '../../domain/shifts/duty.ts';
import type { Step } from '../../domain/shifts/patterns.ts';
import { type NewPattern, newPatternSchema, type ShiftPattern } from '../../domain/shifts/schema.ts';
import type { WorksiteVariant } from '../../domain/worksites/schema.ts';
import { callQuery } from '../data/callQuery.ts';
import { undoBy } from '../data/undo.ts';
import { useAction } from '../data/useAction.ts';
import { fieldsOf, useZodForm } from '../data/useZodForm.ts';
import { call } from '../http/request.ts';
import { chipLook, nameOfPlanned } from '../shifts/fill/DutyChips.tsx';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';

const patternsQuery = callQuery(['shift-patterns'], 'GET /api/shift-patterns');

const changes = ['shift-patterns'] as const;

const keep = (body: NewPattern): Promise<ShiftPattern> => call('POST /api/shift-patterns', { body });

const keyOfSteps = (steps: readonly Step[]): string =>
  steps.map(({ duty, days }) => `${days} ${keyOfDuty(duty)}`).join(', ');

interface KeptPatternsProps {
  steps: readonly Step[];
  /** The day on which the first step begins. */
  startsOn: Day | null;
  variant: WorksiteVariant;
  onChoose: (kept: ShiftPattern) => void;
}

export function KeptPatterns({ steps, startsOn, variant, onChoose }: KeptPatternsProps) {
  const { data: kept = [] } = useQuery(patternsQuery);
  const [isNaming, setNaming] = useState(false);
  const key = keyOfSteps(steps);
  const chosen = kept.find((one) => keyOfSteps(one.steps) === key);
  const dropping = useAction({
    changes,
    run: async (one: ShiftPattern): Promise<ShiftPattern> => {
      await call('DELETE /api/shift-patterns/:id', { params: { id: one.id } });
      return one;
    },
    failed: 'Impossibile eliminare la rotazione',
    fallback: 'Riprova.',
    done: ({ name }) => ({ variant: 'info', title: 'Rotazione eliminata', text: name }),
    undo: undoBy(({ id: _id, ...dropped }: ShiftPattern) => ({
      run: () => keep(dropped),
      done: 'La rotazione è tornata',
    })),
  });
  return (
    <div className="flex flex-col gap-2">
      {kept.length > 0 && (
        <div role="group" aria-label="Le tue rotazioni" className="flex flex-wrap gap-2">
          {kept.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={one === chosen}
              onClick={() => onChoose(one)}
              className={classNames(chipLook(one === chosen), 'px-4')}
            >
              <span className="min-w-0 wrap-anywhere">{one.name}</span>
            </button>
          ))}
        </div>
      )}
      {chosen ? (
        <Button
          variant="plain"
          size="small"
          icon={Trash2}
          isPending={dropping.isPending}
          className="self-start"
          onClick={() => dropping.start(chosen)}
        >
          Elimina questa rotazione
        </Button>
      ) : (
        startsOn !== null &&
        steps.length > 0 && (
          <Button
            variant="plain"
            size="small"
            icon={Bookmark}
            className="self-start"
            onClick={() => setNaming(true)}
          >
            Salva questa rotazione
          </Button>
        )
      )}
      {isNaming && startsOn !== null && (
        <NameDialog
          pattern={{
            name: nameOfSteps(steps, variant),
            steps: steps.map(({ duty, days }) => ({ duty, days })),
            startsOn,
          }}
          taken={kept.map(({ name }) => name)}
          onClose={() => setNaming(false)}
          onKept={(one) => {
            setNaming(false);
            onChoose(one);
          }}
        />
      )}
    </div>
  );
}

const mostNameLength = 40;

/** '5 × 6–14, 2 × Libero'; '' if that is too long for a name. */
function nameOfSteps(steps: readonly Step[], variant: WorksiteVariant): string {
  const name = steps.map(({ duty, days }) => `${days} × ${nameOfPlanned(duty, variant)}`).join(', ');
  return name.length > mostNameLength ? '' : name;
}

interface NameDialogProps {
  /** The pattern to save, with a suggested name. */
  pattern: NewPattern;
  taken: readonly string[];
  onClose: () => void;
  onKept: (kept: ShiftPattern) => void;
}

function NameDialog({ pattern, taken, onClose, onKept }: NameDialogProps) {
  const form = useZodForm({
    schema: newPatternSchema.pick({ name: true }),
    defaultValues: { name: pattern.name },
  });
  const keeping = useAction({
    changes,
    run: keep,
    failed: 'Impossibile salvare la rotazione',
    fallback: 'Riprova.',
    done: ({ name }) => ({ title: 'Rotazione salvata!', text: name }),
    onRefetched: onKept,
  });
  const typed = form.watch('name').trim().toLowerCase();
  const isTaken = taken.some((name) => name.toLowerCase() === typed);
  return (
    <FormDialog
      onSubmit={form.handleSubmit(({ name }) => keeping.start({ ...pattern, name }))}
      onClose={onClose}
      title="Salva la rotazione"
      submitLabel={isTaken ? 'Sostituisci' : 'Salva'}
      isPending={keeping.isPending}
    >
      <TextField
        label="Nome"
        hint={
          isTaken ? 'Hai già una rotazione con questo nome: questa prende il suo posto.' : 'Come la chiami tu'
        }
        autoComplete="off"
        {...fieldsOf(form)('name')}
      />
    </FormDialog>
  );
}
