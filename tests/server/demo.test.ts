import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { buildSession } from '../../db/builders.ts';
import { violatedInvariants } from '../../db/invariants.ts';
import { fillDemo } from '../../db/seed.ts';
import { callerOf } from '../support/caller.ts';
import { startTestServer } from '../support/server.ts';

const days = (process.env['DEMO_DAYS'] ?? '2026-11-16,2026-11-28').split(',');

test.each(days)(
  'the demo of %s has a swap of shifts and one of days that a colleague can take',
  async (today) => {
    const server = await startTestServer({ now: `${today}T09:00:00.000Z` });
    try {
      await fillDemo(server.context);
      const people = await server.database.many<{ id: string }>(sql`
      select id from users where role <> 'admin' and taxi_license is null`);
      const kinds = new Set<string>();
      for (const { id } of people) {
        const { token } = await buildSession(server.context, { id });
        const { requests } = await callerOf(server.app, server.context.settings, token).readTab(
          'disponibili',
        );
        for (const { kind, preAccept } of requests) if (preAccept.isAllowed) kinds.add(kind);
      }
      expect([...kinds].toSorted()).toEqual(expect.arrayContaining(['giorno', 'turno']));
      expect(await violatedInvariants(server.database)).toEqual([]);
    } finally {
      await server.close();
    }
  },
);
