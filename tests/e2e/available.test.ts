import type { Day } from '../../src/domain/calendar/day.ts';
import { freeMonth } from './calendar.ts';
import { preAccept, publishShift, recordShift } from './calls.ts';
import { card, expectTabCount, unfoldOthers } from './exchanges.ts';
import { expect, test } from './fixtures.ts';
import { press, toast } from './screens.ts';

// What can be taken, what cannot, and what fits perfectly, as the cards say it.

const month = freeMonth();
const identical: Day = `${month}-10`;
const mirrored: Day = `${month}-11`;
const his = 'Marco Bianchi';
const own = 'La tua richiesta';

test('what can be taken comes first, a perfect swap says so, and an empty list leads to the offers', async ({
  phone,
  newcomer,
}) => {
  const [nina, marco] = [await newcomer(), await phone('Marco')];
  await recordShift(nina, identical, '06:00', '14:00');
  await publishShift(marco, await recordShift(marco, identical, '06:00', '14:00'), identical);
  const early = await recordShift(nina, mirrored, '06:00', '14:00');
  const late = await recordShift(marco, mirrored, '14:00', '22:00');
  await publishShift(marco, late, mirrored, 'mattina');
  await nina.goto('/exchanges?tab=disponibili');
  // what can only be seen counts too
  await expectTabCount(nina, 'Disponibili', 2);
  const cards = nina.getByRole('tabpanel').getByRole('article');
  await expect(cards).toHaveCount(1);
  await expect(nina.getByRole('heading', { name: 'Chi cerca proprio il tuo turno', level: 3 })).toBeVisible();
  await expect(cards.first().getByRole('button', { name: /^Pre-accetta/ })).toBeVisible();
  const others = nina.getByRole('region', { name: 'Queste non puoi accettarle (1)' });
  await unfoldOthers(nina);
  await expect(others.getByText('È uguale al tuo turno: non cambierebbe niente')).toBeVisible();
  await expect(others.getByRole('article')).toHaveCount(1);

  const hers = await publishShift(nina, early, mirrored);
  await expect(card(nina, his, mirrored).getByText(/^Scambio perfetto: tu e Marco Bianchi/)).toBeVisible();

  await nina.goto('/exchanges?tab=mie');
  const perfect = card(nina, own, mirrored).getByRole('region', { name: 'Scambio perfetto' });
  await press(perfect, 'Pre-accetta la sua richiesta');
  const question = nina.getByRole('alertdialog', { name: 'Pre-accetti la richiesta di Marco Bianchi?' });
  await press(question, 'Pre-accetta');
  await expect(toast(nina, 'Richiesta pre-accettata')).toBeVisible();
  await expect(perfect.getByRole('button', { name: 'Vedi la richiesta' })).toBeVisible();

  await preAccept(marco, hers);
  await expect(
    nina.getByText('Una tua richiesta ha un’offerta: la trovi in Pre-Accettati.', { exact: true }),
  ).toBeVisible();
  await expect(card(nina, own, mirrored)).toBeHidden();
  await press(nina, 'Vedi l’offerta');
  await expect(card(nina, own, mirrored)).toBeVisible();
  await expect(nina).toHaveURL('/exchanges?tab=pre-accettati');
});
