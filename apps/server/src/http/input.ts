import type { Call } from '@fairlot/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { type Answer, done, refuse } from './answer.ts';
import { findNul } from './nul.ts';

/** Clients send a timestamp with every call, so that no cache answers it. */
const TIMESTAMP = 't';

/** Longest name of an unknown field that a refusal repeats. */
const LONGEST_NAME = 40;

type InputCall<I extends z.ZodMiniType> = Pick<Call<I>, 'input' | 'changesState'>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses the input of a request by its call's schema. A refusal contains the first invalid field. A state-changing call
 * accepts no other fields than its own: a misspelt one would be ignored, and the call would do more than was meant.
 */
export function parseInput<I extends z.ZodMiniType>(call: InputCall<I>, request: FastifyRequest): Answer<z.output<I>> {
  const query = request.query as Fields;
  const given: unknown = request.method === 'GET' ? { ...query, ...(request.params as Fields) } : (request.body ?? {});
  // The query of a request with a body is not read, so a field in it is unknown.
  const unknown = call.changesState
    ? unknownField(call.input, [given, request.method === 'GET' ? {} : query])
    : undefined;
  if (unknown !== undefined) return refuse('unknown_field', { field: unknown.slice(0, LONGEST_NAME) });
  const parsed = call.input.safeParse(given);
  const nul = parsed.success ? findNul(parsed.data) : undefined;
  if (parsed.success && nul === undefined) return done(parsed.data);
  const field = nul ?? parsed.error?.issues[0]?.path.join('.') ?? '';
  return refuse('bad_request', field === '' ? undefined : { field });
}

function unknownField(schema: z.ZodMiniType, [body, query]: readonly [unknown, Fields]): string | undefined {
  const named = fieldsOf(schema);
  const own = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return (
    own.find((name) => name !== TIMESTAMP && !named.has(name)) ?? Object.keys(query).find((name) => name !== TIMESTAMP)
  );
}

const KNOWN = new WeakMap<z.ZodMiniType, ReadonlySet<string>>();

/** The names of a call's fields. Throws for an input that is no plain object, so that no call goes unchecked. */
export function fieldsOf(schema: z.ZodMiniType): ReadonlySet<string> {
  const known = KNOWN.get(schema);
  if (known !== undefined) return known;
  const { def } = schema._zod as { readonly def: { readonly type: string; readonly shape?: object } };
  if (def.type !== 'object' || def.shape === undefined)
    throw new Error(`the input of a state-changing call is an object, not a ${def.type}`);
  const names = new Set(Object.keys(def.shape));
  KNOWN.set(schema, names);
  return names;
}
