import { describe, expect, it } from 'vitest';
import { request } from '../../../tests/support/exchangeRequests.ts';
import { failureText, HttpError } from '../http/httpError.ts';
import { failures, publishing, wrongDuration } from './actions.ts';

const again = 'Riprova tra poco.';

describe('a failed action', () => {
  const table = [
    ['create', 'Non è stato possibile creare la richiesta', again],
    ['update', 'Non è stato possibile aggiornare la richiesta', again],
    ['delete', 'Richiesta non cancellata', 'Impossibile cancellare la richiesta. Riprova più tardi.'],
    ['preAccept', 'Non è stato possibile pre-accettare la richiesta', again],
    ['cancelPreAccept', 'Non è stato possibile annullare la pre-accettazione', again],
    ['confirm', 'Non è stato possibile completare lo scambio', again],
    ['rejectOffer', "Non è stato possibile rifiutare l'offerta", again],
    ['rejectRequest', 'Non è stato possibile rifiutare la richiesta', again],
  ] as const;

  it.each(table)('%s: has its title, with the fallback where nobody said why', (action, title, text) => {
    expect(failureText(failures[action], new Error('boom'))).toEqual({ title, text });
  });

  it.each(table)('%s: tells what the server said', (action, title) => {
    const error = new HttpError(409, 'La richiesta è chiusa.', {});
    expect(failureText(failures[action], error)).toEqual({ title, text: 'La richiesta è chiusa.' });
  });

  it('a failed action leaves no action out', () => {
    expect(table.map(([action]) => action).toSorted()).toEqual(Object.keys(failures).toSorted());
  });
});

it.each([
  ['mie', '/exchanges?tab=mie&highlight=new'],
  ['pre-accettati', '/exchanges?tab=pre-accettati&highlight=new'],
  [null, '/exchanges?tab=mie&highlight=new'],
] as const)('what was published into the tab %s is looked at there', (tab, see) => {
  const answer = { request: request({ id: 'new', tab }), toldCount: 2 };
  const { done } = publishing;
  expect(typeof done === 'function' ? done(answer) : done).toMatchObject({
    title: 'Richiesta creata',
    text: '2 colleghi possono accettarla e sono stati avvisati.',
    see,
  });
});

it('a wrong duration is marked in the specification’s words', () => {
  expect(wrongDuration).toBe('Durata errata');
});
