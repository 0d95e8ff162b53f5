import { test } from 'vitest';
import type { Day } from '../../src/domain/calendar/day.ts';
import { freeMonth } from './calendar.ts';
import { preAccept, publishShift, recordShift } from './calls.ts';
import { card, expectTabCount, unfoldOthers } from './exchanges.ts';
import { enterAsNewcomer } from './newcomer.ts';
import { addressOf, expectGone, expectSoon, expectVisible, press, signIn, toast } from './screens.ts';
import { setStage } from './stage.ts';

// What can be taken, what cannot, and what fits perfectly, as the cards say it.

const stage = setStage();
const month = freeMonth();
const identical: Day = `${month}-10`;
const mirrored: Day = `${month}-11`;
const his = 'Marco Bianchi';
const own = 'La tua richiesta';

test('what can be taken comes first, a perfect swap says so, and an empty list leads to the offers', async () => {
  const { page: nina } = await stage.phone();
  const { page: marco } = await stage.phone();
  await enterAsNewcomer(nina, stage.server);
  await signIn(marco, stage.server.signInOf('Marco'), 'Marco');
  await recordShift(nina, identical, '06:00', '14:00');
  await publishShift(marco, await recordShift(marco, identical, '06:00', '14:00'), identical);
  const early = await recordShift(nina, mirrored, '06:00', '14:00');
  const late = await recordShift(marco, mirrored, '14:00', '22:00');
  await publishShift(marco, late, mirrored, 'mattina');
  await nina.goto('/exchanges?tab=disponibili');
  // what can only be seen counts too
  await expectTabCount(nina, 'Disponibili', 2);
  const cards = nina.getByRole('tabpanel').getByRole('article');
  await expectSoon(() => cards.count(), 1);
  await expectVisible(nina.getByRole('heading', { name: 'Chi cerca proprio il tuo turno', level: 3 }));
  await expectVisible(cards.first().getByRole('button', { name: /^Pre-accetta/ }));
  const others = nina.getByRole('region', { name: 'Queste non puoi accettarle (1)' });
  await unfoldOthers(nina);
  await expectVisible(others.getByText('È uguale al tuo turno: non cambierebbe niente'));
  await expectSoon(() => others.getByRole('article').count(), 1);

  const hers = await publishShift(nina, early, mirrored);
  await expectVisible(card(nina, his, mirrored).getByText(/^Scambio perfetto: tu e Marco Bianchi/));

  await nina.goto('/exchanges?tab=mie');
  const perfect = card(nina, own, mirrored).getByRole('region', { name: 'Scambio perfetto' });
  await press(perfect, 'Pre-accetta la sua richiesta');
  const question = nina.getByRole('alertdialog', { name: 'Pre-accetti la richiesta di Marco Bianchi?' });
  await press(question, 'Pre-accetta');
  await expectVisible(toast(nina, 'Richiesta pre-accettata'));
  await expectVisible(perfect.getByRole('button', { name: 'Vedi la richiesta' }));

  await preAccept(marco, hers);
  await expectVisible(
    nina.getByText('Una tua richiesta ha un’offerta: la trovi in Pre-Accettati.', { exact: true }),
  );
  await expectGone(card(nina, own, mirrored));
  await press(nina, 'Vedi l’offerta');
  await expectVisible(card(nina, own, mirrored));
  await expectSoon(() => addressOf(nina), '/exchanges?tab=pre-accettati');
});
