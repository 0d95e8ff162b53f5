import type { FastifyReply } from 'fastify';

/**
 * Answers with JSON that is not held against the route's schema again: a month as the database wrote it, a long list put
 * together field by field. Tests hold these answers against their schemas, which must find nothing to drop.
 */
export const sendJson = (reply: Pick<FastifyReply, 'type'>, json: string): FastifyReply =>
  // a text of this type is sent as it is
  reply.type('application/json; charset=utf-8').send(json);
