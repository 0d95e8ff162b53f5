import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { refuse } from '../../../domain/errors/refusal.ts';
import type { AppContext } from '../context.ts';
import { RefusalError } from '../errors/refusalError.ts';
import type { Callers } from '../load/callers.ts';
import { usualBodyBytes } from '../load/connections.ts';
import { type Judged, judge } from './judge.ts';

const bodyProgram = new URL('./bodyTask.ts', import.meta.url);

/** Parses and validates JSON bodies: small ones here, large ones in a child process, since one can take a second. */
export function readBodies(app: FastifyInstance, { children }: AppContext, callers: Callers): void {
  const judgedApart = new WeakSet<object>();
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    if (typeof data === 'object' && data !== null && judgedApart.has(data)) return { value: data };
    const judged = judge(schema, data);
    return 'value' in judged ? judged : { error: invalid(judged) };
  });
  const readApart = async (request: FastifyRequest, body: Buffer): Promise<object> => {
    const { method, routeOptions, callUnderWay } = request;
    const bytes = Buffer.concat([Buffer.from(`${method} ${routeOptions.url}\n`), body]);
    const outcome = await children.run(bodyProgram, callers.of(request).member, bytes, callUnderWay?.leaving);
    if ('refused' in outcome) throw new RefusalError(refuse('invalid_json'));
    if (!('answer' in outcome)) {
      if (outcome.failed === 'limit') throw new RefusalError(refuse('body_too_large'));
      throw new Error('a body was not read');
    }
    const judged = JSON.parse(outcome.answer.toString()) as Judged;
    if (!('value' in judged)) throw invalid(judged);
    const value = judged.value as object;
    judgedApart.add(value);
    return value;
  };
  // Fastify's own parser would accept any text where an object is expected
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      body.length > usualBodyBytes ? readApart(request, body) : parse(body.toString()),
  );
}

const invalid = ({ fields }: Exclude<Judged, { value: unknown }>): RefusalError =>
  new RefusalError(refuse('invalid_data'), { fields });

/** A call without a body may still have the JSON content type, as many clients send on DELETE and POST. */
function parse(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusalError(refuse('invalid_json'));
  }
}
