import { describe, expect, test } from 'vitest';
import { buildUser, buildWorksite } from '../../../db/builders.ts';
import { type SignedInCaller, testServer } from '../../../tests/support/server.ts';
import { early, late, signInOnDuty, swap } from '../../../tests/support/swaps.ts';

const server = await testServer();
const accessCode = 'CODICE-PROPRIO';

const dataOf = (person: SignedInCaller) =>
  person.call('GET /api/users/:id/data', { params: { id: person.id } });

/** Two people of a worksite who have swapped, both with licence and phone. */
async function swapped(worksiteId: string) {
  const draft = (number: string) => ({
    worksiteId,
    taxiLicense: `RM-${number}`,
    phoneNumber: `+39 333 01000${number}`,
  });
  const giulia = await signInOnDuty(server, early, draft('41'), { notes: 'porto le chiavi' });
  const partner = {
    ...draft('42'),
    firstName: 'Marco',
    lastName: 'Segreti',
  };
  const marco = await signInOnDuty(server, late, partner, { notes: 'nota di marco' });
  await swap(giulia, marco);
  return { giulia, marco };
}

describe('the export of one’s own data', () => {
  test('contains everything about the person, and about others only what the person can see anyway', async () => {
    const { id: worksiteId } = await buildWorksite(server.context, { accessCode });
    const { giulia, marco } = await swapped(worksiteId);
    const other = await buildUser(server.context, { worksiteId, lastName: 'Estraneo' });
    const sick = { date: '2026-11-25', workLocation: 'malattia', notes: 'febbre' } as const;
    await marco.call('POST /api/shifts', { body: sick });
    await giulia.call('POST /api/shifts', { body: { date: '2026-11-24', workLocation: 'ferie' } });
    const code = { type: 'Case', code: '123', description: 'in via Roma' } as const;
    await giulia.call('POST /api/operations', { body: code });
    await giulia.ask('PUT /api/mail-preferences', { body: { subjectsOff: ['rosters'] } });

    const { headers, body, text } = await dataOf(giulia);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="turnario-i-miei-dati-2026-11-16.json"',
      'cache-control': 'no-store',
    });
    expect(body).toMatchObject({
      exportedAt: server.clock.now(),
      account: { email: giulia.email, taxiLicense: 'RM-41', contractHours: 8, lastActiveOn: '2026-11-16' },
      sessions: [{ device: null }],
      shifts: [
        { date: '2026-11-20', startTime: '14:00', exchangeInfo: { exchangePartner: 'Marco Segreti' } },
        { date: '2026-11-24', workLocation: 'ferie' },
      ],
      requests: [{ status: 'completata', requestedShiftType: 'pomeriggio' }],
      offers: [],
      completedSwaps: [
        {
          partnerName: 'Marco Segreti',
          partnerLicenseNumber: null,
          partnerPhone: null,
          exchangeDate: '2026-11-20',
        },
      ],
      operationCodes: [{ code: '123', description: 'in via Roma', status: 'pending' }],
      mails: [{ kind: 'swap_completed', recipient: giulia.email }],
      push: { preferences: { subjectsOff: [] } },
      mailSubjectsOff: ['rosters'],
    });
    expect(body.notifications.length).toBeGreaterThan(0);
    const strange = [marco.email, marco.id, 'RM-42', '0100042', 'nota di marco', 'febbre', 'malattia'];
    for (const word of [...strange, other.id, 'Estraneo', accessCode, 'hash', 'token'])
      expect(text, word).not.toContain(word);
  });

  test('contains a partner’s licence and phone where drivers see them', async () => {
    const { giulia } = await swapped(await server.taxiWorksiteId());
    expect((await dataOf(giulia)).body.completedSwaps).toMatchObject([
      { partnerLicenseNumber: 'RM-42', partnerPhone: '+39 333 0100042' },
    ]);
  });
});
