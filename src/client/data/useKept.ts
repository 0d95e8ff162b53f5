import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * State that outlives its screen: a person who comes back finds it as they left it. It is kept in the query cache, which
 * is emptied when the session ends.
 */
export function useKept<Value>(key: QueryKey, initial: Value): [Value, (next: Value) => void] {
  const client = useQueryClient();
  const [value, setValue] = useState(() => client.getQueryData<Value>(key) ?? initial);
  const keep = (next: Value): void => {
    // else it would go when nobody has looked at it for a while
    client.setQueryDefaults(key, { gcTime: Infinity });
    client.setQueryData(key, next);
    setValue(next);
  };
  return [value, keep];
}

/** What was kept under keys that begin so is not found any more; a screen that shows it goes on. */
export const forgetKept = (client: QueryClient, key: QueryKey): void =>
  client.removeQueries({ queryKey: key });
