import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { HttpError } from '../http/httpError.ts';

type FormSchema = z.ZodType<unknown, FieldValues>;

interface ZodForm<Values extends FieldValues> {
  /**
   * What may be sent, or the function that says so by what is filled in; the fields may hold more than it lets pass,
   * such as nothing chosen yet.
   */
  schema: FormSchema | ((values: Values) => FormSchema);
  defaultValues: DefaultValues<Values>;
  /** Why the last call was refused: what the server says of single fields stands beside them. */
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
    if (name in known) setError(name as Path<Values>, { message }, options);
  }
}
