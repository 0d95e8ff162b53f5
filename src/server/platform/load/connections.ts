import type { Limits } from './limits.ts';

/** Maximum size of a body, unless its call allows more (`mostBytes` of the contract). */
export const usualBodyBytes = 64 * 1024;
/** Maximum size of all headers of a call, including the URL. */
const maxHeaderBytes = 16 * 1024;
/** Longer than proxies' keep-alive (60 s by default), so that they close idle connections first. */
const keepAliveMs = 72_000;

/** Limits of a connection; the timeouts cut off clients that send or read too slowly to be a browser. */
export const connectionOptions = ({ requestMs, answerMs }: Limits) => ({
  bodyLimit: usualBodyBytes,
  requestTimeout: requestMs,
  // no byte in either direction for this long: the client is not reading the answer
  connectionTimeout: answerMs,
  keepAliveTimeout: keepAliveMs,
  // calls that still arrive during shutdown are answered
  return503OnClosing: false,
  http: {
    maxHeaderSize: maxHeaderBytes,
    requestTimeout: requestMs,
    headersTimeout: requestMs / 2,
    connectionsCheckingInterval: Math.min(requestMs / 4, 5_000),
  },
});
