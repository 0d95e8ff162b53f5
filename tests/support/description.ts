import fastifySwagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from '../../src/server/platform/http/app.ts';

/** Has the server describe its routes (`app.swagger()`): tests call all that there are; the product does not publish it. */
export async function describeRoutes(app: App): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Turnario', version: '1' } },
    transform: jsonSchemaTransform,
  });
}
