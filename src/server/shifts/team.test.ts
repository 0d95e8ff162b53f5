import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { buildDuty } from '../../../db/builders.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { swapDay } from '../../../tests/support/duties.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, late, pair, signInOnDuty } from '../../../tests/support/swaps.ts';
import type { TeamDay } from '../../domain/shifts/schema.ts';

const server = await testServer();

const teamOf = async (person: Caller, day = swapDay): Promise<TeamDay> =>
  person.ask('GET /api/calendar/team', { query: { day } });

describe('the team’s day', () => {
  test('shows who works and when, by time', async () => {
    const { giulia, marco, worksiteId } = await pair(server);
    const split = {
      ...buildDuty('smart_working', '08:00', '12:00'),
      isSplitShift: true,
      secondStartTime: '14:00',
      secondEndTime: '18:00',
    };
    const sara = await signInOnDuty(server, split, { worksiteId, firstName: 'Sara', lastName: 'Conti' });
    const { workLocation: _place, ...hers } = split;
    const { workLocation: _other, ...his } = late;
    expect(await teamOf(giulia)).toEqual({
      total: 2,
      colleagues: [
        { id: sara.id, name: 'Sara Conti', ...hers },
        { id: marco.id, name: 'Marco Bianchi', ...his },
      ],
    });
  });

  test('excludes people who do not work, other roles, hours and worksites, and inactive people', async () => {
    const giulia = await signInOnDuty(server, early);
    const { worksiteId } = giulia;
    for (const place of ['ferie', 'malattia', 'libero'] as const) {
      await signInOnDuty(server, buildDuty(place), { worksiteId });
    }
    await signInOnDuty(server, late);
    await signInOnDuty(server, late, { worksiteId, role: 'team_leader' });
    await signInOnDuty(server, late, { worksiteId, contractHours: 7 });
    const gone = await signInOnDuty(server, late, { worksiteId });
    expect((await teamOf(giulia)).total).toBe(1);
    await server.database.run(sql`update users set is_active = false where id = ${gone.id}`);
    expect((await teamOf(giulia)).total).toBe(0);
  });

  test('accepts only today or a later day', async () => {
    const giulia = await signInOnDuty(server, early);
    const answerOf = (day: string) => giulia.call('GET /api/calendar/team', { query: { day } });
    expect((await answerOf('2026-11-16')).status).toBe(200);
    expect(await answerOf('2026-11-15')).toMatchObject({
      status: 400,
      body: { code: 'invalid_data', fields: { day: 'Scegli oggi o un giorno futuro' } },
    });
    expect((await giulia.callUntyped('GET /api/calendar/team')).status).toBe(400);
  });
});
