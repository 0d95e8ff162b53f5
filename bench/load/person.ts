import { Agent, request } from 'node:http';
import { cookieOf } from '../data/world.ts';

/** Kept open between calls, as a browser does. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

export interface Answer<Body> {
  body: Body;
  milliseconds: number;
}

/**
 * One call of a person, timed until its last byte is there.
 *
 * @throws when the answer is none of the 200s
 */
export function call<Body>(
  url: string,
  person: number,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer<Body>> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    cookie: cookieOf(person),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
  };
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        const milliseconds = performance.now() - begin;
        const answer = Buffer.concat(parts).toString();
        const { statusCode = 0 } = response;
        if (statusCode >= 300) reject(new Error(`${method} ${path}: ${statusCode} ${answer.slice(0, 300)}`));
        else resolve({ body: (answer === '' ? null : JSON.parse(answer)) as Body, milliseconds });
      });
    });
    sent.once('error', reject);
    sent.end(text);
  });
}
