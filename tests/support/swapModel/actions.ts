import type { ShiftType } from '../../../src/domain/shifts/duty.ts';
import type { Duty, Kind, Rules, Worksite } from './state.ts';

/** Everything that people do, and that time does. `row` is the entry as it was when they decided. */
export type Action =
  | { do: 'record'; who: number; day: string; duty: Duty }
  | { do: 'edit'; who: number; row: number; day: string; duty: Duty; insists: boolean }
  | { do: 'remove'; who: number; row: number; insists: boolean }
  | ({ do: 'publish'; who: number; kind: Kind; as: string } & Asked)
  | ({ do: 'change'; who: number; request: string } & Asked)
  | { do: 'preAccept'; who: number; request: string; row: number | null }
  | { do: 'takeBack'; who: number; request: string; isUndo: boolean }
  | { do: 'reject'; who: number; request: string }
  | { do: 'delete'; who: number; request: string }
  | { do: 'refuse'; who: number; request: string; whom: number }
  | { do: 'confirm'; who: number; request: string; whom: number | null }
  | { do: 'setHours'; who: number; hours: number }
  | { do: 'setActive'; who: number; isActive: boolean }
  | { do: 'approve' | 'refuseApproval'; who: number; request: string }
  | { do: 'setRules'; worksite: Worksite; rules: Partial<Rules> }
  | { do: 'wait'; until: string; isTidied: boolean };

/** What a form asks for. */
export interface Asked {
  row: number;
  day: string;
  days: string[];
  wanted: ShiftType | null;
  message: string | null;
}

export type Doing<D extends Action['do']> = Extract<Action, { do: D }>;

/** `ok`, a status, a status with its code, or `refused` where the decisions leave open with which words. */
export interface Outcome {
  is: string;
  /** The request that a publication answers. */
  request?: string;
}

export const ok: Outcome = { is: 'ok' };
export const refused: Outcome = { is: 'refused' };
export const notFound: Outcome = { is: '404' };
/** 401, or 403 where somebody is deactivated while their call waits for its turn. */
export const signedOut: Outcome = { is: 'signed out' };
