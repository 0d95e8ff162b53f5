import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { buildDuty, buildShift } from '../../../db/builders.ts';
import { readIcal } from '../../../tests/support/ical.ts';
import { testServer } from '../../../tests/support/server.ts';
import { early, signInOnDuty } from '../../../tests/support/swaps.ts';

const server = await testServer();
const { context } = server;
const month = { from: '2026-11-01', to: '2026-11-30' };

async function signInWithShifts() {
  const giulia = await signInOnDuty(server, early, {}, { notes: '=1+1;"ciao"' });
  await buildShift(context, giulia, '2026-11-21', buildDuty('sede', '20:00', '03:30'));
  await buildShift(context, giulia, '2026-11-22', buildDuty('ferie'));
  await buildShift(context, giulia, '2026-12-01', early);
  return giulia;
}

describe('GET /api/shifts/export', () => {
  test('exports a .csv of the requested days, in which nothing runs as a formula', async () => {
    const giulia = await signInWithShifts();
    const { text, headers } = await giulia.call('GET /api/shifts/export', {
      query: { format: 'csv', ...month },
    });
    expect(headers['content-disposition']).toBe(
      'attachment; filename="turnario-turni-2026-11-01-2026-11-30.csv"',
    );
    expect(text.split('\r\n').slice(1)).toEqual([
      `20/11/2026;venerdì;sede;mattina;06:00;14:00;;;8;"'=1+1;""ciao""";`,
      '21/11/2026;sabato;sede;sera;20:00;03:30;;;7,5;;',
      '22/11/2026;domenica;ferie;;;;;;;;',
      '',
    ]);
  });

  test('exports an .xlsx in which text stays text, whatever it begins with', async () => {
    const giulia = await signInWithShifts();
    const answer = await server.app.inject({
      url: `/api/shifts/export?format=xlsx&from=${month.from}&to=${month.to}`,
      cookies: { turnario: giulia.token ?? '' },
    });
    expect(answer.statusCode).toBe(200);
    const [sheet] = (await readXlsx(answer.rawPayload)).sheets;
    expect(sheet?.name).toBe('Turni');
    expect(sheet?.rows.slice(1)).toEqual([
      ['20/11/2026', 'venerdì', 'sede', 'mattina', '06:00', '14:00', null, null, 8, '=1+1;"ciao"', null],
      ['21/11/2026', 'sabato', 'sede', 'sera', '20:00', '03:30', null, null, 7.5, null, null],
      ['22/11/2026', 'domenica', 'ferie', null, null, null, null, null, null, null, null],
    ]);
  });

  test('exports an .ics with days off, as a snapshot', async () => {
    const giulia = await signInWithShifts();
    const { text } = await giulia.call('GET /api/shifts/export', { query: { format: 'ics', ...month } });
    expect(readIcal(text).events.map(({ start, end, summary }) => [start, end, summary])).toEqual([
      ['2026-11-20T06:00:00', '2026-11-20T14:00:00', 'Mattina'],
      ['2026-11-21T20:00:00', '2026-11-22T03:30:00', 'Sera'],
      ['2026-11-22', '2026-11-23', 'Ferie'],
    ]);
    expect(text).not.toContain('REFRESH-INTERVAL');
  });

  test('exports at most 400 days and nobody else’s entries', async () => {
    await signInWithShifts();
    const marco = await server.signIn();
    const ask = (to: string) =>
      marco.call('GET /api/shifts/export', { query: { format: 'csv', from: '2026-01-01', to } });
    expect((await ask('2027-02-05')).refusal.code).toBe('invalid_data');
    expect((await ask('2025-12-31')).status).toBe(400);
    expect((await ask('2027-02-04')).text.trim().split('\r\n')).toHaveLength(1);
  });
});
