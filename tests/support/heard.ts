import type { TestServer } from './server.ts';

/** Waits until all events of earlier commits were delivered: events arrive in the order of their transactions. */
async function flushEvents(server: TestServer): Promise<void> {
  const { events } = server.context;
  const last = await server.signIn();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = events.subscribe(last.id, { changed: () => resolve(), missed: () => resolve() });
  await last.ask('PATCH /api/notifications/mark-all-read');
  await promise;
  stop();
}

/** Runs `act` and returns, per person, the sorted names of the lists that were reported as changed. */
export async function listsHeard<Name extends string>(
  server: TestServer,
  people: Record<Name, { id: string }>,
  act: () => Promise<unknown>,
): Promise<Record<Name, string[]>> {
  const { events } = server.context;
  const names = Object.keys(people) as Name[];
  const heard = names.map((name) => [name, new Set<string>()] as const);
  // flush events of earlier changes
  await flushEvents(server);
  const stops = heard.map(([name, lists]) =>
    events.subscribe(people[name].id, {
      changed: (changed) => changed.forEach((list) => lists.add(list)),
      missed: () => lists.add('missed'),
    }),
  );
  await act();
  await flushEvents(server);
  for (const stop of stops) stop();
  return Object.fromEntries(heard.map(([name, lists]) => [name, [...lists].toSorted()])) as never;
}
