import { Check, ChevronDown } from 'lucide-react';
import { type Ref, useId, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import { announceInput } from './announceInput.ts';
import { classNames } from './classNames.ts';
import { boxLook, FieldError, type FieldTexts } from './Field.tsx';

export interface SelectOption<Id extends string = string> {
  id: Id;
  label: string;
  hint?: string | undefined;
  isDisabled?: boolean | undefined;
}

interface SelectProps<Id extends string> extends Pick<FieldTexts, 'hint' | 'error'> {
  label: string;
  options: readonly SelectOption<Id>[];
  value: Id | null;
  onChange: (id: Id) => void;
  onBlur?: (() => void) | undefined;
  placeholder?: string | undefined;
  isDisabled?: boolean | undefined;
  /** The button, to focus after a failed validation. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, hint, error, options, value, placeholder = 'Scegli…', ref } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const choose = (key: unknown): void => {
    announceInput(root.current);
    props.onChange(String(key) as Id);
  };
  return (
    <AriaSelect
      ref={root}
      value={value}
      onChange={choose}
      {...(props.onBlur ? { onBlur: props.onBlur } : {})}
      isDisabled={props.isDisabled ?? false}
      isInvalid={Boolean(error)}
      placeholder={placeholder}
      className="flex flex-col gap-1"
    >
      <Label className="font-medium">{label}</Label>
      <Button
        {...(ref ? { ref } : {})}
        className={classNames(boxLook, 'flex items-center gap-2 text-left')}
        aria-invalid={error ? true : undefined}
      >
        <SelectValue className="tabular min-w-0 flex-1 wrap-break-word data-placeholder:text-soft">
          {({ selectedText, isPlaceholder }) => (isPlaceholder ? placeholder : selectedText)}
        </SelectValue>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-soft" />
      </Button>
      {hint ? (
        <Text slot="description" className="text-caption text-soft">
          {hint}
        </Text>
      ) : null}
      {error ? (
        <Text slot="errorMessage">
          <FieldError id={id} error={error} />
        </Text>
      ) : null}
      <Options options={options} />
    </AriaSelect>
  );
}

function Options<Id extends string>({ options }: { options: readonly SelectOption<Id>[] }) {
  return (
    <Popover
      offset={4}
      className={classNames(
        'max-h-80! w-(--trigger-width) min-w-48 overflow-auto rounded-md border border-line bg-surface p-1 shadow-float',
        'data-entering:animate-[appear_120ms_ease-out]',
      )}
    >
      <ListBox items={options} className="outline-none">
        {(option) => (
          <ListBoxItem
            id={option.id}
            textValue={option.label}
            isDisabled={option.isDisabled ?? false}
            className={classNames(
              'group flex min-h-11 cursor-pointer items-center gap-2 rounded-sm px-3 py-2 outline-none',
              'data-focused:bg-accent-soft data-selected:font-semibold data-disabled:cursor-not-allowed',
              'data-disabled:text-soft data-disabled:line-through',
            )}
          >
            <span className="min-w-0 flex-1">
              <span className="tabular block">{option.label}</span>
              {option.hint ? (
                <span className="block text-caption font-normal text-soft">{option.hint}</span>
              ) : null}
            </span>
            <Check
              aria-hidden="true"
              className="invisible size-5 shrink-0 text-accent group-data-selected:visible"
            />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
