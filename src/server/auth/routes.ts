import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { deviceOf } from '../../domain/auth/device.ts';
import { loginSchema, registrationBodySchema, setPasswordSchema } from '../../domain/auth/schema.ts';
import { sessionSchema } from '../../domain/users/schema.ts';
import type { AppContext } from '../platform/context.ts';
import { requireFound } from '../platform/errors/refusalError.ts';
import { requireSignedIn } from '../platform/http/access.ts';
import type { App } from '../platform/http/app.ts';
import {
  clearActingCookie,
  clearSessionCookies,
  sessionTokens,
  setSessionCookie,
} from '../platform/session/cookie.ts';
import { readSession } from '../platform/session/session.ts';
import { type CallerPlace, register, setPassword, signIn, signOut } from './commands.ts';
import { ownAccountRoutes } from './routes.account.ts';

/** Sign-in, registration, sign-out, the session itself, and new passwords by link. */
export function authRoutes(app: App, context: AppContext): void {
  entranceRoutes(app, context);
  sessionRoutes(app, context);
  ownAccountRoutes(app, context);
}

const callerOf = ({ ip, headers }: FastifyRequest): CallerPlace => ({
  address: ip,
  device: deviceOf(headers['user-agent']),
});

function entranceRoutes(app: App, context: AppContext): void {
  const { settings } = context;

  /** Hands the cookie of a new session over; the caller's previous session ends. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    isRemembered: boolean,
  ): Promise<void> {
    await signOut(context, sessionTokens(request, settings));
    setSessionCookie(reply, settings, token, isRemembered);
    clearActingCookie(request, reply, settings);
  }

  app.post(
    '/api/auth/login',
    { config: { access: 'public' }, schema: { body: loginSchema, response: { 200: sessionSchema } } },
    async (request, reply) => {
      const { token, signedIn } = await signIn(context, request.body, callerOf(request));
      await enter(request, reply, token, request.body.rememberMe);
      return signedIn;
    },
  );

  app.post(
    '/api/auth/register',
    {
      config: { access: 'public' },
      schema: { body: registrationBodySchema, response: { 201: sessionSchema } },
    },
    async (request, reply) => {
      const token = await register(context, request.body, callerOf(request));
      void reply.status(201);
      await enter(request, reply, token, false);
      return requireFound(await readSession(context, { own: token }));
    },
  );
}

function sessionRoutes(app: App, context: AppContext): void {
  app.get(
    '/api/auth/user',
    { config: { access: 'signed-in', returnsToOwn: true }, schema: { response: { 200: sessionSchema } } },
    async (request) => requireSignedIn(request),
  );

  app.post(
    '/api/auth/logout',
    { config: { access: 'public' }, schema: { response: { 204: z.undefined() } } },
    async (request, reply) => {
      await signOut(context, sessionTokens(request, context.settings));
      clearSessionCookies(request, reply, context.settings);
      return reply.status(204).send();
    },
  );

  app.post(
    '/api/auth/set-password',
    { config: { access: 'public' }, schema: { body: setPasswordSchema, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await setPassword(context, request.body, request.ip);
      clearSessionCookies(request, reply, context.settings);
      return reply.status(204).send();
    },
  );
}
