import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import {
  type ControllerFieldState,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type RefCallBack,
  type RegisterOptions,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { HttpError } from '../http/httpError.ts';

type FormSchema = z.ZodType<unknown, FieldValues>;

interface ZodForm<Values extends FieldValues> {
  /**
   * The schema of valid input, or a function of the current values. Fields may hold more, such as nothing chosen yet.
   */
  schema: FormSchema | ((values: Values) => FormSchema);
  defaultValues: DefaultValues<Values>;
  /** The last call's error; its field messages are shown next to the fields. */
  error?: Error | null;
}

export function useZodForm<Values extends FieldValues>({ schema, defaultValues, error }: ZodForm<Values>) {
  const resolver: Resolver<Values> = (values, ...rest) => {
    const asked = typeof schema === 'function' ? schema(values) : schema;
    return (zodResolver(asked) as unknown as Resolver<Values>)(values, ...rest);
  };
  const form = useForm<Values>({ resolver, defaultValues });
  const { getValues, setError } = form;
  useEffect(() => showFieldErrors({ getValues, setError }, error), [error, getValues, setError]);
  return form;
}

export function showFieldErrors<Values extends FieldValues>(
  { getValues, setError }: Pick<UseFormReturn<Values>, 'getValues' | 'setError'>,
  error: unknown,
  options?: { shouldFocus: boolean },
): void {
  const fields = error instanceof HttpError ? error.fields : {};
  const known = getValues();
  for (const [name, message] of Object.entries(fields)) {
    if (name in known) setError(name as FieldPath<Values>, { message }, options);
  }
}

/** Returns a function with a native field's props: its registration and error. */
export const fieldsOf =
  <Values extends FieldValues>(
    form: Pick<UseFormReturn<Values>, 'register' | 'getFieldState' | 'formState'>,
  ) =>
  <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  });

interface SelectGiven<Id extends string> {
  field: {
    value: Id | number | null;
    onChange: (value: unknown) => void;
    onBlur: () => void;
    ref: RefCallBack;
  };
  fieldState: ControllerFieldState;
}

/** Props of a `Select` from a `Controller`; '' means nothing chosen yet. */
export const selectOf = <Id extends string>({ field, fieldState }: SelectGiven<Id>) => ({
  value: field.value === '' || field.value === null ? null : (String(field.value) as Id),
  onChange: (id: Id) => field.onChange(typeof field.value === 'number' ? Number(id) : id),
  onBlur: field.onBlur,
  ref: field.ref,
  error: fieldState.error?.message,
});
