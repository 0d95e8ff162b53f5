import type { FastifyReply } from 'fastify';

/**
 * Answers with JSON that the database has written. It is not held against the route's schema again: a test does that,
 * and whoever writes such a statement names each field in it.
 */
export const sendJson = (reply: Pick<FastifyReply, 'type'>, json: string): FastifyReply =>
  // a text of this type is sent as it is
  reply.type('application/json; charset=utf-8').send(json);
