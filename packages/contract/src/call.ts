import type { z } from 'zod/mini';

/** Who may make a call. `user`: anyone signed in, demo or real. `real`: signed in with a real account. */
export type Access = 'visitor' | 'user' | 'real';

/** One HTTP call of the platform: its address, who may make it, what goes in and what comes out in `data`. */
export interface Call<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** The first method is the one that our client uses. */
  readonly methods: readonly ('GET' | 'POST' | 'DELETE')[];
  readonly path: string;
  readonly access: Access;
  /** State-changing calls take an Idempotency-Key; by GET they are refused to navigations and without authorization. */
  readonly changesState: boolean;
  /** The body is multipart/form-data with one file in the field of this name. */
  readonly file?: string;
  /** A success is no envelope but a file of this type; refusals are envelopes as ever. */
  readonly answersFile?: string;
  readonly summary: string;
  /** Query and parts of the path for GET, body (JSON or form) for POST. */
  readonly input: Input;
  readonly output: Output;
}

/** Declares a call; the types of both schemas are kept. */
export function defineCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  call: Call<Input, Output>,
): Call<Input, Output> {
  return call;
}

export type InputOf<C extends Call> = z.infer<C['input']>;
export type OutputOf<C extends Call> = z.infer<C['output']>;
