import { describe, expect, test } from 'vitest';
import { dutyWith } from '../../../tests/support/duties.ts';
import type { Entry } from '../shifts/rules.ts';
import { oneLine } from './plainText.ts';
import { type SwapMailFacts, type SwapMailParticipant, writeSwapMail } from './swapMail.it.ts';

const duty = (date: string, times: string, shiftType: Entry['shiftType']): Entry =>
  dutyWith({ date, startTime: times.slice(0, 5), endTime: times.slice(6), shiftType });

const anna: SwapMailParticipant = {
  firstName: 'Anna',
  lastName: 'Verdi',
  contractHours: 8,
  gave: [duty('2026-11-20', '06:00-14:00', 'mattina')],
};
const marco: SwapMailParticipant = {
  firstName: 'Marco',
  lastName: 'Bianchi',
  contractHours: 8,
  gave: [duty('2026-11-20', '14:00-22:00', 'pomeriggio')],
};
const facts: SwapMailFacts = {
  completedAt: '2026-11-18T09:05:00.000Z',
  worksiteName: 'Sede Centrale',
  requester: anna,
  accepter: marco,
};

describe('the mail about a completed swap', () => {
  test('the mail about a completed swap says who now works what', () => {
    const { subject, text } = writeSwapMail(facts);
    expect(subject).toBe('Scambio di turno completato: Anna Verdi e Marco Bianchi, venerdì 20 novembre 2026');
    expect(text).toBe(`Scambio di turno completato

Anna Verdi e Marco Bianchi hanno scambiato i turni di venerdì 20 novembre 2026. I due calendari sono già aggiornati.

Anna Verdi (contratto di 8 ore)
  Adesso:
    venerdì 20 novembre 2026: pomeriggio, sede 14:00–22:00
  Prima:
    venerdì 20 novembre 2026: mattina, sede 06:00–14:00

Marco Bianchi (contratto di 8 ore)
  Adesso:
    venerdì 20 novembre 2026: mattina, sede 06:00–14:00
  Prima:
    venerdì 20 novembre 2026: pomeriggio, sede 14:00–22:00

Cantiere: Sede Centrale
Completato mercoledì 18 novembre 2026 alle 10:05

Questa stessa email va ai due colleghi e al cantiere. È un messaggio automatico di Turnario: non serve rispondere.
`);
  });

  test('the mail about a completed swap has the same content in HTML, without external resources', () => {
    const { html } = writeSwapMail(facts);
    expect(html).toContain('<li>venerdì 20 novembre 2026: pomeriggio, sede 14:00–22:00</li>');
    const [, summary] = writeSwapMail(facts).text.split('\n\n');
    expect(html).toContain(`>${summary}</p>`);
    expect(html).toContain(
      '>Cantiere: Sede Centrale<br>Completato mercoledì 18 novembre 2026 alle 10:05</p>',
    );
    expect(html).not.toMatch(/https?:|<img|<script|<link|url\(/);
  });

  test('includes licence and phone if given, and the day on which a night ends', () => {
    const { text } = writeSwapMail({
      ...facts,
      requester: {
        ...anna,
        contractHours: 7,
        taxiLicense: '1234',
        phoneNumber: '+39 333 1234567',
        gave: [
          duty('2026-11-22', '20:00-03:00', 'seminotte'),
          duty('2026-11-21', '20:00-03:00', 'seminotte'),
        ],
      },
      accepter: { ...marco, gave: [duty('2026-11-21', '03:00-10:00', 'notte')] },
    });
    expect(text).toContain('Anna Verdi (contratto di 7 ore, licenza taxi 1234, telefono +39 333 1234567)');
    expect(text).toContain(`  Prima:
    sabato 21 novembre 2026: seminotte, sede 20:00–03:00 (finisce domenica 22 novembre 2026)
    domenica 22 novembre 2026: seminotte, sede 20:00–03:00 (finisce lunedì 23 novembre 2026)`);
    expect(text).toContain('sabato 21 novembre 2026: notte, sede 03:00–10:00\n');
    expect(text).toContain('hanno scambiato i turni dal 21/11/2026 al 22/11/2026.');
  });

  test('the mail about a completed swap omits a phone number without a licence', () => {
    const { text, html } = writeSwapMail({
      ...facts,
      requester: { ...anna, taxiLicense: null, phoneNumber: '+39 333 1234567' },
    });
    expect(text + html).not.toContain('333');
  });

  test('a day off has no times', () => {
    const off: Entry = {
      ...duty('2026-11-20', '00:00-00:00', null),
      workLocation: 'ferie',
      startTime: null,
      endTime: null,
    };
    expect(writeSwapMail({ ...facts, accepter: { ...marco, gave: [off] } }).text).toContain(
      'venerdì 20 novembre 2026: ferie\n',
    );
  });

  test('a name cannot inject a header, a line or a tag', () => {
    const wicked = {
      ...anna,
      firstName: '<b>Anna</b>\r\nBcc: all@example.com',
      lastName: 'Verdi & "C"\u2028\u202Efiglia',
    };
    const { subject, html, text } = writeSwapMail({ ...facts, requester: wicked });
    expect(subject).toContain('<b>Anna</b> Bcc: all@example.com Verdi & "C" figlia e Marco');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc/m);
    expect(html).toContain('&lt;b&gt;Anna&lt;/b&gt; Bcc: all@example.com Verdi &amp; &quot;C&quot; figlia');
    expect(html).not.toContain('<b>');
  });
});

test.each([
  [
    'settimana',
    ['2026-11-22', '2026-11-23'],
    'settimana sabato 21 – venerdì 27 novembre 2026',
    'hanno scambiato i turni della settimana sabato 21 – venerdì 27 novembre 2026.',
  ],
  [
    'ferie',
    ['2026-11-22', '2026-12-01'],
    'ferie, settimane sabato 21 – venerdì 27 novembre 2026 e sabato 28 novembre – venerdì 4 dicembre 2026',
    'hanno scambiato ferie e turni delle settimane sabato 21 – venerdì 27 novembre 2026 e sabato 28 novembre – venerdì 4 dicembre 2026.',
  ],
] as const)('a swap of kind %s names whole weeks, and every day swapped', (kind, days, plain, sentence) => {
  const gave = (times: string, type: Entry['shiftType']) => days.map((day) => duty(day, times, type));
  const { subject, text } = writeSwapMail({
    ...facts,
    kind,
    requester: { ...anna, gave: gave('06:00-13:00', 'mattina') },
    accepter: { ...marco, gave: gave('20:00-03:00', 'seminotte') },
  });
  expect(subject).toBe(`Scambio di turno completato: Anna Verdi e Marco Bianchi, ${plain}`);
  expect(text).toContain(`Anna Verdi e Marco Bianchi ${sentence}`);
  expect(text).toContain(
    'domenica 22 novembre 2026: seminotte 20:00–03:00 (finisce lunedì 23 novembre 2026)',
  );
});

test('oneLine leaves clean text unchanged', () => {
  expect(oneLine("  Nicolò D'Àvila-Özgür 李 ")).toBe("Nicolò D'Àvila-Özgür 李");
});
