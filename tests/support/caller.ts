import type { App } from '../../src/server/platform/http/app.ts';
import type { Settings } from '../../src/server/platform/settings.ts';

/** What a refused call answers. */
export interface ErrorBody {
  message: string;
  code: string;
  fields?: Record<string, string>;
}

export interface Cookie {
  name: string;
  value: string;
  path?: string;
  maxAge?: number;
  expires?: Date;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: string;
}

export interface Answer<Body> {
  status: number;
  /** Parsed if it is JSON, else undefined. */
  body: Body;
  text: string;
  headers: Record<string, string | undefined>;
  cookies: Cookie[];
}

type Headers = Record<string, string>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Calls the server as one person, or as nobody. Paths begin with a slash; bodies are sent as JSON. */
export interface Caller {
  /** Of the session's cookie; null for nobody. */
  token: string | null;
  /** Of the second cookie, of a CEO who acts as somebody. */
  acting: string | null;
  get<Body = unknown>(path: string, headers?: Headers): Promise<Answer<Body>>;
  post<Body = unknown>(path: string, body?: object, headers?: Headers): Promise<Answer<Body>>;
  put<Body = unknown>(path: string, body?: object, headers?: Headers): Promise<Answer<Body>>;
  patch<Body = unknown>(path: string, body?: object, headers?: Headers): Promise<Answer<Body>>;
  delete<Body = unknown>(path: string, headers?: Headers): Promise<Answer<Body>>;
  /** Anything else: `payload` goes out as it is. */
  send<Body = unknown>(
    method: Method,
    path: string,
    payload?: string | object,
    headers?: Headers,
  ): Promise<Answer<Body>>;
}

/** @param acting of the cookie that came when the CEO, whose own token is `token`, entered somebody's account */
export function callerOf(
  app: App,
  settings: Settings,
  token: string | null,
  acting: string | null = null,
): Caller {
  const cookieName = settings.publicUrl.startsWith('https:') ? '__Host-turnario' : 'turnario';
  const cookies = {
    ...(token !== null && { [cookieName]: token }),
    ...(acting !== null && { [`${cookieName}-as`]: acting }),
  };
  const send: Caller['send'] = async (method, url, payload, headers) => {
    const answer = await app.inject({
      method,
      url,
      ...(payload !== undefined && { payload }),
      cookies,
      headers: headers ?? {},
    });
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
    return {
      status: answer.statusCode,
      // the caller says what it expects
      body: (isJson ? answer.json() : undefined) as never,
      text: answer.body,
      headers: answer.headers as Record<string, string | undefined>,
      cookies: answer.cookies,
    };
  };
  return {
    token,
    acting,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  };
}
