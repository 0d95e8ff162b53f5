import { Check, ChevronDown } from 'lucide-react';
import { type Ref, useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import type { Mark } from '../../shifts/marks.ts';
import { Badge, type BadgeVariant } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/classNames.ts';
import { boxLook, FieldError } from '../../ui/Field.tsx';
import { LetterBadge } from '../../ui/LetterBadge.tsx';

export interface PickerItem {
  id: string;
  title: string;
  detail: string;
  mark: Mark;
  badge?: { text: string; variant: BadgeVariant } | undefined;
  /** It cannot be chosen. */
  isDisabled: boolean;
  /** Why it is not acceptable; it can still be selected, to read this. */
  refusal: string | null;
}

interface PickerProps {
  label: string;
  /** Placeholder. */
  invitation: string;
  items: readonly PickerItem[];
  value: string | null;
  onChange: (id: string) => void;
  onBlur?: (() => void) | undefined;
  error?: string | undefined;
  /** The button, to focus after a failed validation. */
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** A select for days or weeks, each with its letter, contents and refusal. */
export function Picker(props: PickerProps) {
  const { label, invitation, items, value, onChange, onBlur, error, ref } = props;
  const id = useId();
  const chosen = items.find((item) => item.id === value) ?? null;
  const problem = error ?? chosen?.refusal ?? undefined;
  return (
    <Select
      value={value}
      onChange={(key) => onChange(String(key))}
      {...(onBlur ? { onBlur } : {})}
      isInvalid={problem !== undefined}
      className="group/field flex flex-col gap-1"
    >
      <Label className="font-medium">{label}</Label>
      <Button
        {...(ref ? { ref } : {})}
        className={classNames(
          boxLook,
          'flex min-h-16 items-center gap-2 py-2 text-left group-data-invalid/field:border-danger',
        )}
      >
        <SelectValue className="min-w-0 flex-1">
          {chosen ? <ItemText item={chosen} /> : <span className="text-soft">{invitation}</span>}
        </SelectValue>
        <ChevronDown aria-hidden="true" className="size-5 shrink-0 text-soft" />
      </Button>
      {problem ? (
        <Text slot="errorMessage">
          <FieldError id={id} error={problem} />
        </Text>
      ) : null}
      <Items items={items} />
    </Select>
  );
}

function Items({ items }: { items: readonly PickerItem[] }) {
  return (
    <Popover
      offset={4}
      className={classNames(
        'max-h-96! w-(--trigger-width) overflow-auto rounded-md border border-line bg-surface p-1 shadow-float',
        'data-entering:animate-[appear_120ms_ease-out]',
      )}
    >
      <ListBox items={items} className="outline-none">
        {(item) => (
          <ListBoxItem
            id={item.id}
            textValue={item.title}
            isDisabled={item.isDisabled}
            className={classNames(
              'group flex min-h-14 cursor-pointer items-center gap-3 rounded-sm px-2 py-2 outline-none',
              'data-focused:bg-accent-soft data-disabled:cursor-not-allowed data-disabled:text-soft',
            )}
          >
            <LetterBadge letter={item.mark.letter} tone={item.mark.tone} />
            <ItemText item={item} />
            <Check
              aria-hidden="true"
              className="invisible ml-auto size-5 shrink-0 text-accent group-data-selected:visible"
            />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

function ItemText({ item: { title, detail, badge } }: { item: PickerItem }) {
  return (
    <span className="block min-w-0 flex-1">
      <span className="tabular block font-medium">{title}</span>
      <span className="tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-soft">
        {detail}
        {badge ? <Badge variant={badge.variant}>{badge.text}</Badge> : null}
      </span>
    </span>
  );
}
