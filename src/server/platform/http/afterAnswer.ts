import type { FastifyInstance, FastifyReply } from 'fastify';

/** Work whose time an answer must not tell. */
export interface AfterAnswers {
  /** Begins `work` when the answer has left, also if nobody took it; what it throws is logged. */
  afterAnswer(reply: FastifyReply, work: () => Promise<void>): void;
  /** Resolves when all of it is done that was asked for so far. */
  answersFollowed(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance extends AfterAnswers {}
}

/** The server closes after such work has ended. */
export function followAnswers(app: FastifyInstance): void {
  const pending = new Set<Promise<void>>();
  const followed = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending);
  };
  app.decorate('afterAnswer', (reply, work) => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    reply.raw.once('close', resolve);
    const done = left
      .then(work)
      .catch((error: unknown) => reply.log.error({ err: error }, 'after an answer'));
    pending.add(done);
    void done.finally(() => pending.delete(done));
  });
  app.decorate('answersFollowed', followed);
  app.addHook('onClose', followed);
}
