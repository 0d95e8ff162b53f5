import { describe, expect, it } from 'vitest';
import { offerOf, own, request } from '../../../tests/support/exchangeRequests.ts';
import { exchangeKinds } from '../../domain/exchanges/schema.ts';
import * as texts from './cardTexts.ts';

const withOffers = (...names: string[]) =>
  request({ ...own, preAcceptanceCount: names.length, preAcceptedBy: names.map(offerOf) });

describe('the deadline for confirming', () => {
  const duty = (date: string, startTime: string) => ({ ...request({}).offeredShift, date, startTime });
  const offered = duty('2026-11-25', '06:00');
  const weeks = {
    offered: { from: '2026-12-05', to: '2026-12-11' },
    wanted: { from: '2026-11-28', to: '2026-12-04' },
  };
  it.each([
    ['turno', duty('2026-11-25', '14:00'), 12, 'entro le 18:00 di mar 24 nov'],
    ['giorno', duty('2026-11-23', '14:00'), 2, 'entro le 12:00 di lun 23 nov'],
    ['settimana', duty('2026-11-24', '06:00'), 24, 'entro le 06:00 di mar 24 nov'],
    ['ferie', offered, 48, 'entro le 00:00 di gio 26 nov'],
    ['turno', duty('2026-11-25', '14:00'), 0, null],
  ] as const)('in a %s', (kind, received, cutoffHours, text) => {
    const asked = request({ kind, offeredShift: offered, offeredDuties: [offered], weeks });
    expect(texts.confirmBy(asked, received, { cutoffHours })).toBe(text);
  });
});

describe('who is notified of a withdrawal', () => {
  it.each([
    [[], 'Nessun collega ha ancora pre-accettato, quindi nessuno riceve un avviso.'],
    [['Sara Conti'], 'Un collega ha pre-accettato e riceverà un avviso: Sara Conti.'],
    [
      ['Sara Conti', 'Luca Verdi'],
      '2 colleghi hanno pre-accettato e riceveranno un avviso: Sara Conti e Luca Verdi.',
    ],
    [['A', 'B', 'C', 'D'], '4 colleghi hanno pre-accettato e riceveranno un avviso.'],
  ])('%j', (names, text) => {
    expect(texts.withdrawalText(withOffers(...names))).toBe(text);
  });
});

describe('the effect of a change on the offers', () => {
  it('is null without offers', () => {
    expect(texts.offersText(withOffers(), true)).toBeNull();
    expect(texts.offersText(withOffers(), false)).toBeNull();
  });

  it('warns that another shift would end them', () => {
    expect(texts.offersText(withOffers('Sara'), false)).toMatch(
      /^Hai ricevuto un’offerta: resta valida .* decade con un altro turno/,
    );
    expect(texts.offersText(withOffers('Sara', 'Luca'), false)).toMatch(
      /^Hai ricevuto 2 offerte: .* decadono con un altro turno/,
    );
  });

  it('says that the chosen other shift ends them', () => {
    expect(texts.offersText(withOffers('Sara'), true)).toMatch(/^Con un altro turno, l’offerta .* decade e/);
    expect(texts.offersText(withOffers('Sara', 'Luca'), true)).toMatch(/le 2 offerte .* decadono e/);
  });
});

describe('who could accept now', () => {
  const takers = (colleagueCount: number, wantedCount: number | null) => ({ colleagueCount, wantedCount });

  it.each([
    [3, 1, '3 colleghi possono accettare adesso: 1 ha la mattina, 2 un altro orario'],
    [3, 2, '3 colleghi possono accettare adesso: 2 hanno la mattina, 1 un altro orario'],
    [3, 3, '3 colleghi possono accettare adesso: hanno tutti la mattina'],
    [3, 0, '3 colleghi possono accettare adesso: nessuno ha la mattina, tutti un altro orario'],
    [1, 1, '1 collega può accettare adesso: ha la mattina'],
    [1, 0, '1 collega può accettare adesso, ma ha un altro orario'],
  ])('%i, of whom %i have what is wanted', (all, wanted, text) => {
    expect(texts.takersText(takers(all, wanted), 'mattina', 'turno')).toBe(text);
  });

  it('are only counted if no type is wanted, or for holidays', () => {
    expect(texts.takersText(takers(3, null), null, 'turno')).toBe('3 colleghi possono accettare adesso');
    expect(texts.takersText(takers(1, null), null, 'ferie')).toBe('1 collega può accettare adesso');
  });

  it('may be nobody', () => {
    for (const kind of exchangeKinds) {
      const text = texts.takersText(takers(0, 0), 'mattina', kind);
      expect(text).toMatch(/^Per ora nessun collega può accettare: la richiesta resta aperta e \S.*\.$/);
    }
  });
});

describe('after the swap', () => {
  it.each([
    [true, 'Fatto: i turni sono stati scambiati e le email inviate.'],
    [false, 'Fatto: i turni sono stati scambiati, le email partiranno appena la posta è configurata.'],
    [undefined, 'Fatto: i turni sono stati scambiati.'],
  ])('mails can leave: %s', (canSendMails, text) => {
    expect(texts.swappedText(canSendMails)).toBe(text);
  });

  it('links to the changed day, or to the request awaiting approval', () => {
    expect(texts.confirmedNews({ request: request({}), canSendMails: true }, '2026-11-24')).toMatchObject({
      title: 'Scambio completato',
      see: '/calendar?settimana=2026-11-24',
    });
    const waiting = request({ id: 'waiting', isAwaitingApproval: true });
    expect(texts.confirmedNews({ request: waiting }, '2026-11-24')).toMatchObject({
      title: 'Scambio confermato',
      text: 'Ora aspetta l’approvazione: ti avvisiamo quando arriva.',
      see: '/exchanges?highlight=waiting',
    });
  });
});
