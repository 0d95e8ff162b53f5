import type { StatementResult } from './engine.ts';
import type { DatabaseErrorFields } from './errors.ts';
import type { EncodedValue, Field } from './values.ts';

/** How the worker opens the database; passed as `workerData`. */
export interface PgliteOptions {
  /** Where the database lies; null: in memory. */
  readonly folder: string | null;
  /** A tar file made by `dump`, from which a database in memory starts. */
  readonly template: string | null;
}

/** A result as it came: texts are cheaper to send between threads than what they say. */
export interface PackedResult extends Omit<StatementResult, 'rows'> {
  /** Null: those that were answered before to a statement of this name. */
  readonly fields: readonly Field[] | null;
  readonly rows: readonly (readonly (string | null)[])[];
}

/** What can be asked of the worker, by kind: the request's fields and the answer. */
export interface WorkerCalls {
  execute: [{ text: string; name: string | null; values: readonly EncodedValue[] }, PackedResult];
  script: [{ text: string }, null];
  dump: [object, Uint8Array];
  countFsyncs: [object, number];
  close: [object, null];
}

export type WorkerRequest = {
  [Kind in keyof WorkerCalls]: { readonly id: number; readonly kind: Kind } & WorkerCalls[Kind][0];
}[keyof WorkerCalls];

export type WorkerMessage =
  | { readonly kind: 'opened' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: DatabaseErrorFields }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string }
  /** The database is lost; the worker ends after this message. */
  | { readonly kind: 'fatal'; readonly message: string };
