import type { Asked, Duty, Kind, Model, Rules, Worksite } from './state.ts';

/** The CEO, who approves for all worksites; their notifications are ignored. */
export const ceo = -1;

/** `whom`: whose offer is meant; `row`: the entry given for a `giorno`. */
export interface Answering {
  do: 'preAccept' | 'takeBack' | 'reject' | 'delete' | 'refuse' | 'confirm' | 'approve' | 'refuseApproval';
  who: number;
  request: string;
  whom: number | null;
  row: number | null;
}

/** Everything that people do, and the passing of time. `row` is the entry as it was when they decided. */
export type Action =
  | { do: 'record'; who: number; day: string; duty: Duty }
  | { do: 'edit'; who: number; row: number; day: string; duty: Duty; insists: boolean }
  | { do: 'remove'; who: number; row: number; insists: boolean }
  | ({ do: 'publish'; who: number; kind: Kind; as: string } & Asked)
  | ({ do: 'change'; who: number; request: string } & Asked)
  | Answering
  | { do: 'setRules'; worksite: Worksite; rules: Partial<Omit<Rules, 'cutoff'>> }
  | { do: 'wait'; until: string };

export type Doing<D extends Action['do']> = Action & { do: D };

/** The worksite of an action; undefined for the passing of time. */
export function worksiteOf(model: Model, action: Action): Worksite | undefined {
  if (action.do === 'wait') return undefined;
  if (action.do === 'setRules') return action.worksite;
  const requester = 'request' in action ? model.requests[action.request]?.requester : undefined;
  return model.person(requester ?? action.who).worksite;
}

/**
 * The expected answer: `ok` (for a publication, followed by the request's name), a status, a status with its code, or
 * `refused` where the specification does not fix the code.
 */
export type Outcome = string;
export const [ok, refused, notFound] = ['ok', 'refused', '404'] as const;
