import type { RosterAnswer, RosterProposals } from '../../domain/rosters/schema.answers.ts';
import { callQuery } from '../data/callQuery.ts';
import { useAction } from '../data/useAction.ts';
import { call } from '../http/request.ts';

export const proposalsQuery = callQuery(['roster-proposals'], 'GET /api/rosters/proposals');

const changes = ['shifts', 'exchange-requests', 'notifications'] as const;

const days = (count: number): string => (count === 1 ? '1 giornata' : `${count} giornate`);

/** Accepts the given days, or all that need no choice. */
export const useAcceptProposals = () =>
  useAction({
    changes,
    run: (body: RosterAnswer) => call('POST /api/rosters/proposals/accept', { body }),
    done: ({ accepted, waiting }) => ({
      title: accepted === 0 ? 'Niente di nuovo nel calendario' : 'Calendario aggiornato',
      text: [
        accepted > 0 && `${days(accepted)} dal tabellone.`,
        waiting > 0 && `${waiting === 1 ? 'Ne resta' : 'Ne restano'} ${waiting} da scegliere.`,
      ]
        .filter(Boolean)
        .join(' '),
    }),
    failed: 'Tabellone non accettato',
  });

export const useDeclineProposals = () =>
  useAction({
    changes,
    run: (body: RosterAnswer) => call('POST /api/rosters/proposals/decline', { body }),
    done: () => ({ title: 'Il tuo calendario resta com’è' }),
    failed: 'Risposta non salvata',
  });

export const hasProposals = (proposals: RosterProposals | undefined): proposals is RosterProposals =>
  proposals !== undefined && proposals.version !== null;

/** '20 turni nuovi, 2 cambi, 1 da togliere, 1 da scegliere' */
export function proposalsText({ days: all }: Pick<RosterProposals, 'days'>): string {
  const count = (...kinds: RosterProposals['days'][number]['kind'][]): number =>
    all.filter(({ kind }) => kinds.includes(kind)).length;
  const part = (number: number, one: string, many: string): string | false =>
    number > 0 && (number === 1 ? one : `${number} ${many}`);
  return [
    part(count('new'), '1 turno nuovo', 'turni nuovi'),
    part(count('changed'), '1 turno cambiato', 'turni cambiati'),
    part(count('missing'), '1 da togliere', 'da togliere'),
    part(count('absence', 'on_offer'), '1 da scegliere', 'da scegliere'),
    part(count('refused'), '1 che non va bene', 'che non vanno bene'),
  ]
    .filter(Boolean)
    .join(', ');
}
