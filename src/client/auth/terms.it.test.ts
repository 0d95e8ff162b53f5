import { expect, test } from 'vitest';
import { termsParts } from './terms.it.ts';

const seenBy = termsParts
  .flatMap(({ sections }) => sections)
  .find(({ title }) => title === 'Chi li vede')!
  .content.flat()
  .join('\n');

test.each([
  ['licence and phone', /^Licenza e cellulare.* gli amministratori/m],
  ['the lists and files of admins', /^Gli amministratori vedono.*senza il motivo delle assenze/m],
  [
    'a CEO in the account',
    /viene notificato quando entra e quando esce, e le modifiche .* restano nel registro/,
  ],
])('the privacy policy says who sees %s', (_what, sentence) => {
  expect(seenBy).toMatch(sentence);
});
