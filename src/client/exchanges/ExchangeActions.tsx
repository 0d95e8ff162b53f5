import type { ExchangeRequest } from '../../domain/exchanges/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { ClosedActions } from './ClosedActions.tsx';
import { ColleagueActions } from './ColleagueActions.tsx';
import { actionsOf } from './exchangeActions.ts';
import { OwnActions } from './OwnActions.tsx';

/** The foot of a card: what the viewer can do, or in plain words why they cannot. */
export function ExchangeActions({ request }: { request: ExchangeRequest }) {
  const actions = actionsOf(request, useSignedIn().user.id);
  if (actions.canManage) return <OwnActions request={request} />;
  if (actions.canClear) return <ClosedActions request={request} />;
  return <ColleagueActions request={request} actions={actions} />;
}
