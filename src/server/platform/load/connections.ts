import type { Limits } from './limits.ts';

/** The most bytes of a body, unless its call takes more (`mostBytes` of the contract). */
export const usualBodyBytes = 64 * 1024;
/** All headers of a call together, its address included. */
const maxHeaderBytes = 16 * 1024;
/** Longer than proxies keep theirs (60 s by default), so that it is they who close what nobody uses. */
const keepAliveMs = 72_000;

/** What the server grants a connection; the time limits cut off who sends or reads too slowly to be a browser. */
export const connectionOptions = ({ requestMs, answerMs }: Limits) => ({
  bodyLimit: usualBodyBytes,
  requestTimeout: requestMs,
  // no byte in either direction for this long: the client is not reading the answer
  connectionTimeout: answerMs,
  keepAliveTimeout: keepAliveMs,
  // while the server closes, a call that still gets here is answered
  return503OnClosing: false,
  http: {
    maxHeaderSize: maxHeaderBytes,
    requestTimeout: requestMs,
    headersTimeout: requestMs / 2,
    connectionsCheckingInterval: Math.min(requestMs / 4, 5_000),
  },
});
