import type { TestServer } from './server.ts';

/** Which lists of whose screens change while `act` is done: the names of the lists, sorted, by the names of the people. */
export async function listsHeard<Name extends string>(
  server: TestServer,
  people: Record<Name, { id: string }>,
  act: () => Promise<unknown>,
): Promise<Record<Name, string[]>> {
  const { events } = server.context;
  const names = Object.keys(people) as Name[];
  const heard = names.map((name) => [name, new Set<string>()] as const);
  const stops = heard.map(([name, lists]) =>
    events.subscribe(people[name].id, {
      changed: (changed) => changed.forEach((list) => lists.add(list)),
      missed: () => lists.add('missed'),
    }),
  );
  await act();
  // events arrive in the order of their transactions: once the last one is here, all are
  const end = await server.signIn();
  const last = Promise.withResolvers<void>();
  stops.push(events.subscribe(end.id, { changed: () => last.resolve(), missed: () => last.resolve() }));
  await end.ask('PATCH /api/notifications/mark-all-read');
  await last.promise;
  for (const stop of stops) stop();
  return Object.fromEntries(heard.map(([name, lists]) => [name, [...lists].toSorted()])) as never;
}
