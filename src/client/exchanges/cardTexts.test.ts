import { describe, expect, it } from 'vitest';
import { offerOf, own, request } from '../../../tests/support/exchangeRequests.ts';
import { exchangeKinds } from '../../domain/exchanges/schema.ts';
import { offersText, prospectText, withdrawalText } from './cardTexts.ts';

const withOffers = (...names: string[]) =>
  request({ ...own, preAcceptanceCount: names.length, preAcceptedBy: names.map(offerOf) });

describe('who is told of a withdrawal', () => {
  it.each([
    [[], 'Nessun collega ha ancora pre-accettato, quindi nessuno riceve un avviso.'],
    [['Sara Conti'], 'Un collega ha pre-accettato e riceverà un avviso: Sara Conti.'],
    [
      ['Sara Conti', 'Luca Verdi'],
      '2 colleghi hanno pre-accettato e riceveranno un avviso: Sara Conti e Luca Verdi.',
    ],
    [['A', 'B', 'C', 'D'], '4 colleghi hanno pre-accettato e riceveranno un avviso.'],
  ])('%j', (names, text) => {
    expect(withdrawalText(withOffers(...names))).toBe(text);
  });
});

describe('what a change does to the offers', () => {
  it('is no matter while there are none', () => {
    expect(offersText(withOffers(), true)).toBeNull();
    expect(offersText(withOffers(), false)).toBeNull();
  });

  it('says that another shift would end them', () => {
    expect(offersText(withOffers('Sara'), false)).toMatch(
      /^Hai ricevuto un’offerta: resta valida .* decade con un altro turno/,
    );
    expect(offersText(withOffers('Sara', 'Luca'), false)).toMatch(
      /^Hai ricevuto 2 offerte: .* decadono con un altro turno/,
    );
  });

  it('says that another shift ends them', () => {
    expect(offersText(withOffers('Sara'), true)).toMatch(/^Con un altro turno, l’offerta .* decade e/);
    expect(offersText(withOffers('Sara', 'Luca'), true)).toMatch(/le 2 offerte .* decadono e/);
  });
});

it('counts who could accept now', () => {
  expect(prospectText(3, 'turno')).toBe('3 colleghi possono accettare adesso');
  expect(prospectText(1, 'ferie')).toBe('1 collega può accettare adesso');
  for (const kind of exchangeKinds) {
    const text = prospectText(0, kind);
    expect(text).toMatch(/^Per ora nessun collega può accettare: la richiesta resta aperta e \S.*\.$/);
  }
});
