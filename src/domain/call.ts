import type { z } from 'zod';
import type { contract } from './contract.ts';

// Types and text only, so that callers of the API do not import its schemas.

type Contract = typeof contract;

/** Method and path of a call, such as `GET /api/shifts/:id`. */
export type Call = keyof Contract;
export type Method = Call extends `${infer Verb} ${string}` ? Verb : never;

/** A part of a call as the server reads it. */
export type ParsedOf<C extends Call, Name extends string> =
  Contract[C] extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : unknown;

export type AnswerOf<C extends Call> = z.output<Contract[C]['answer']>;

type Given<C extends Call, Name extends string> =
  Contract[C] extends Record<Name, infer Schema extends z.ZodType> ? z.input<Schema> : never;
/** Input parts that a call lacks are absent; those without required fields are optional. */
type Part<C extends Call, Name extends string, Empty = undefined> = [Given<C, Name>] extends [never]
  ? { [N in Name]?: never }
  : Empty extends Given<C, Name>
    ? { [N in Name]?: Given<C, Name> }
    : { [N in Name]: Given<C, Name> };

export type AddressOf<C extends Call> = Part<C, 'params'> & Part<C, 'query', object>;
export type BodyOf<C extends Call> = Given<C, 'body'>;

/** A call's input, as sent. */
export type InputOf<C extends Call> = AddressOf<C> & Part<C, 'body'> & Part<C, 'headers', object>;

/** The arguments after the call's name: optional if no input is required. */
export type Rest<Input> = object extends Input ? [input?: Input] : [input: Input];

export interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
}

/** The path of a call with its parameters and query, without empty values. */
export const addressOf = <C extends Call>(call: C, ...[input]: Rest<AddressOf<C>>): string =>
  anyAddressOf(call, input as AnyInput | undefined);

/** @param call method and path, as the contract writes them */
export function anyAddressOf(call: string, { params = {}, query = {} }: AnyInput = {}): string {
  const path = pathOf(call).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return asked.length > 0 ? `${path}?${asked.join('&')}` : path;
}

export const methodOf = (call: string): Method => call.slice(0, call.indexOf(' ')) as Method;

/** The path as in the contract, such as `/api/shifts/:id`. */
export const pathOf = (call: string): string => call.slice(call.indexOf('/'));
