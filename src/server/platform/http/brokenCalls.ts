import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { refuse } from '../../../domain/errors/refusal.ts';
import { handleError } from '../errors/handler.ts';

const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers what is no HTTP call at all (headers without end, rubbish), on the bare connection, and closes it. */
export function answerBrokenCall(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refuse('invalid_data');
  const body = JSON.stringify({ message: messageOf(refusal), code: refusal.code });
  socket.end(
    [
      `HTTP/1.1 ${statusLines[error.code ?? ''] ?? '400 Bad Request'}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Answers an address that cannot be read, such as a lonely `%`; no route is found and no hook runs for it. */
export function answerBrokenAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  reply.headers({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  });
  handleError(error, request, reply);
  request.log.info({ method: request.method, route: 'unknown', status: reply.statusCode }, 'call');
}
