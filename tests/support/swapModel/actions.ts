import type { Asked, Duty, Kind, Rules, Worksite } from './state.ts';

/** The CEO, who approves for all worksites; the news of theirs is not looked at. */
export const ceo = -1;

/** Everything that people do, and that time does. `row` is the entry as it was when they decided. */
export type Action =
  | { do: 'record'; who: number; day: string; duty: Duty }
  | { do: 'edit'; who: number; row: number; day: string; duty: Duty; insists: boolean }
  | { do: 'remove'; who: number; row: number; insists: boolean }
  | ({ do: 'publish'; who: number; kind: Kind; as: string } & Asked)
  | ({ do: 'change'; who: number; request: string } & Asked)
  | { do: 'preAccept'; who: number; request: string; row: number | null }
  | { do: 'takeBack'; who: number; request: string; isUndo: boolean }
  | { do: 'reject' | 'delete' | 'approve' | 'refuseApproval'; who: number; request: string }
  | { do: 'refuse'; who: number; request: string; whom: number }
  | { do: 'confirm'; who: number; request: string; whom: number | null }
  | { do: 'setHours'; who: number; hours: number }
  | { do: 'setActive'; who: number; isActive: boolean }
  | { do: 'setRules'; worksite: Worksite; rules: Partial<Omit<Rules, 'cutoff'>> }
  | { do: 'wait'; until: string };

export type Doing<D extends Action['do']> = Action & { do: D };

/** What a call must answer: `ok`, a status, a status with its code, or `refused` where the decisions leave open with which words. */
export type Outcome = string;
export const [ok, refused, notFound] = ['ok', 'refused', '404'] as const;
/** 401, or 403 where somebody is deactivated while their call waits for its turn. */
export const signedOut = 'signed out';
/** The request that a publication answers is named after it. */
export const published = (request: string): Outcome => `ok ${request}`;
