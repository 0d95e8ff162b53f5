import {
  type Control,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  useController,
  type UseFormReturn,
} from 'react-hook-form';
import { Select } from '../ui/Select.tsx';

/** The function that gives a native field of a form all it takes: its registration, and what is wrong with it. */
export const fieldsOf =
  <Values extends FieldValues>(
    form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>,
  ) =>
  <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  });

interface FormSelectProps<Values extends FieldValues> extends Pick<
  React.ComponentProps<typeof Select>,
  'label' | 'hint' | 'options' | 'placeholder'
> {
  control: Control<Values>;
  /** Of a text or a number. */
  name: FieldPath<Values>;
}

/** A `Select` of a form; '' is nothing chosen yet. */
export function FormSelect<Values extends FieldValues>({ control, name, ...texts }: FormSelectProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const value: unknown = field.value;
  return (
    <Select
      {...texts}
      value={value === '' || value === null ? null : String(value)}
      onChange={(id) => field.onChange(typeof value === 'number' ? Number(id) : id)}
      onBlur={field.onBlur}
      ref={field.ref}
      error={fieldState.error?.message}
    />
  );
}
