import type { FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { type Answer, done, refuse } from './answer.ts';
import { findNul } from './nul.ts';

/** Parses the input of a request by its call's schema. A refusal contains the first invalid field. */
export function parseInput<I extends z.ZodMiniType>(schema: I, request: FastifyRequest): Answer<z.output<I>> {
  const parsed = schema.safeParse(
    request.method === 'GET' ? { ...(request.query as object), ...(request.params as object) } : (request.body ?? {}),
  );
  const nul = parsed.success ? findNul(parsed.data) : undefined;
  if (parsed.success && nul === undefined) return done(parsed.data);
  const field = nul ?? parsed.error?.issues[0]?.path.join('.') ?? '';
  return refuse('bad_request', field === '' ? undefined : { field });
}
