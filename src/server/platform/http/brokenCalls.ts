import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { messageOf } from '../../../domain/errors/messages.it.ts';
import { type Refusal, refuse } from '../../../domain/errors/refusal.ts';
import { handleError } from '../errors/handler.ts';
import { securityHeaders } from './securityHeaders.ts';

const refusals: Record<string, [statusLine: string, Refusal]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', refuse('headers_too_large')],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', refuse('call_too_slow')],
};
const rubbish: [string, Refusal] = ['400 Bad Request', refuse('invalid_data')];
/** How long the caller may take to read the response. */
const timeoutMs = 1_000;

/** Answers malformed or incomplete HTTP (endless headers, rubbish) on the bare connection, and closes it. */
export function answerBrokenCall(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [statusLine, refusal] = refusals[error.code ?? ''] ?? rubbish;
  const body = JSON.stringify({ message: messageOf(refusal), code: refusal.code });
  socket.end(
    [
      `HTTP/1.1 ${statusLine}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  // our end is closed; the peer may never close its own
  const cut = setTimeout(() => socket.destroy(), timeoutMs);
  socket.once('close', () => clearTimeout(cut));
}

/** Answers an unreadable URL, such as a lone `%`; no route matches and no hook runs for it. */
export function answerBrokenAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
  securityHeaders(publicUrl)(request.raw, reply.raw, () => undefined);
  handleError(error, request, reply);
  request.log.info({ method: request.method, route: 'unknown', status: reply.statusCode }, 'call');
}
