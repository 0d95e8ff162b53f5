import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * State that survives unmounting, kept in the query cache, which is cleared when the session ends.
 */
export function useKept<Value>(key: QueryKey, initial: Value): [Value, (next: Value) => void] {
  const client = useQueryClient();
  const [value, setValue] = useState(() => client.getQueryData<Value>(key) ?? initial);
  const keep = (next: Value): void => {
    // otherwise it would be garbage-collected when unused
    client.setQueryDefaults(key, { gcTime: Infinity });
    client.setQueryData(key, next);
    setValue(next);
  };
  return [value, keep];
}

/** Removes kept state by key prefix; mounted screens keep showing it. */
export const forgetKept = (client: QueryClient, key: QueryKey): void =>
  client.removeQueries({ queryKey: key });
