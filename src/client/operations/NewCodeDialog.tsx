import { type InputEvent, useEffect, useRef } from 'react';
import {
  type CreateOperation,
  createOperationSchema,
  type OperationType,
} from '../../domain/operations/schema.ts';
import { nameOfCode } from '../../domain/operations/texts.it.ts';
import { undoBy } from '../data/undo.ts';
import { useAction } from '../data/useAction.ts';
import { fieldsOf, useZodForm } from '../data/useZodForm.ts';
import { HttpError } from '../http/httpError.ts';
import { ChoiceCards } from '../ui/ChoiceCards.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { TextField } from '../ui/TextField.tsx';
import { createOperation, deleteOperation } from './actions.ts';

interface NewCodeDialogProps {
  /** Initial values: the open tab's type, and a code or ''. */
  start: { type: OperationType; code: string };
  onClose: () => void;
  onDone: (type: OperationType) => void;
}

type CodeDraft = Required<CreateOperation>;

const hints: Record<OperationType, string> = {
  OPP: 'OP seguito da lettere o cifre, per esempio OP12AB',
  Case: 'Solo cifre, per esempio 123456',
};

export function NewCodeDialog({ start, onClose, onDone }: NewCodeDialogProps) {
  const action = useAction({
    changes: ['operations'],
    run: createOperation,
    done: (operation) => ({
      title: 'Codice aggiunto!',
      text: `${nameOfCode(operation)} è in attesa di approvazione.`,
    }),
    undo: undoBy(({ id }) => ({ run: () => deleteOperation(id, false), done: 'Codice eliminato!' })),
    failed: "Errore nell'inserimento del codice",
    onRefetched: ({ type }) => onDone(type),
  });
  const { form, chooseType, submit } = useCodeForm(start, action);
  const field = fieldsOf(form);
  const type = form.watch('type');
  return (
    <FormDialog
      onSubmit={submit}
      gap="gap-5"
      onClose={onClose}
      title="Nuovo Codice"
      submitLabel="Inserisci codice"
      isPending={action.isPending}
    >
      <ChoiceCards
        label="Tipo"
        columns={{ phone: 2, wide: 2 }}
        choices={[
          { id: 'OPP', label: 'OPP', hint: 'Comincia per OP' },
          { id: 'Case', label: 'Case', hint: 'Solo cifre' },
        ]}
        value={type}
        onChange={chooseType}
      />
      <TextField
        label="Codice"
        hint={hints[type]}
        inputMode={type === 'Case' ? 'numeric' : 'text'}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onFocus={writeAfterPrefix}
        onInput={type === 'OPP' ? tidyOpp : undefined}
        {...field('code')}
      />
      <TextArea label="Descrizione" isOptional rows={2} {...field('description')} />
    </FormDialog>
  );
}

/** Tab selects the whole field: what is typed next would replace the prefix. */
function writeAfterPrefix({ currentTarget: field }: { currentTarget: HTMLInputElement }): void {
  // the browser selects once the focus has arrived
  requestAnimationFrame(() => {
    const { length } = field.value;
    if (field.value === prefix) field.setSelectionRange(length, length);
  });
}

/** Shows an OPP code as it will be stored, with the cursor where it was; runs before the form hears of the change. */
function tidyOpp({ currentTarget: field, nativeEvent }: InputEvent<HTMLInputElement>): void {
  const { data, isComposing } = nativeEvent;
  // keyboards that compose words lose their place when the text changes below them; the form's check uppercases anyway
  if (isComposing) return;
  const fromEnd = field.value.length - (field.selectionEnd ?? field.value.length);
  field.value = tidyOppCode(field.value, data?.length !== 1);
  const cursor = field.value.length - fromEnd;
  field.setSelectionRange(cursor, cursor);
}

interface SendingAction {
  start: (body: CodeDraft) => void;
  error: Error | null;
}

function useCodeForm({ type, code }: { type: OperationType; code: string }, action: SendingAction) {
  const { error, start } = action;
  const form = useZodForm<CodeDraft>({
    schema: createOperationSchema,
    error,
    defaultValues: { type, code: code || blankCode[type], description: '' },
  });
  const { clearErrors, getValues, handleSubmit, setFocus, setValue } = form;

  useEffect(() => {
    if (error instanceof HttpError && error.fields['code']) setFocus('code');
  }, [error, setFocus]);

  // each type keeps what was typed for it
  const kept = useRef({ ...blankCode });
  const chooseType = (chosen: OperationType): void => {
    kept.current[getValues('type')] = getValues('code');
    setValue('type', chosen);
    setValue('code', kept.current[chosen]);
    clearErrors('code');
  };
  // the schema's output: uppercased, blanks cut off
  const submit = handleSubmit((body) => start(body));
  return { form, chooseType, submit };
}

const prefix = 'OP';

/** What a code begins with (specification, section 5). */
const blankCode: Record<OperationType, string> = { OPP: prefix, Case: '' };

/**
 * An OPP code in upper case while typed. If a whole code is pasted after the prefix, the duplicate prefix is removed.
 */
export function tidyOppCode(code: string, isPasted: boolean): string {
  // letter by letter: one that becomes two in upper case stays, for the form's check to name
  const upper = code.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
  return isPasted && upper.startsWith(prefix + prefix) ? upper.slice(prefix.length) : upper;
}
