import type { z } from 'zod/mini';

/** Callers of a call. `visitor`: everyone. `user`: signed in, demo or real. `real`: signed in with a real account. */
export type Access = 'visitor' | 'user' | 'real';

/**
 * The way in which a state-changing call honours an Idempotency-Key. Absent: the server keeps the answer for a day, and a
 * repeat gets it again. `own`: the call keeps the key with what it changes, in one transaction, for 90 days at least.
 * `none`: each request is a request of its own, for the reason beside the call.
 */
export type Idempotency = 'own' | 'none';

/** One HTTP call of the platform: its path, its access rule, and the schemas of its input and of `data` in its answer. */
export interface Call<Input extends z.ZodMiniType = z.ZodMiniType, Output extends z.ZodMiniType = z.ZodMiniType> {
  /** Our client uses the first method. */
  readonly methods: readonly ('GET' | 'POST' | 'DELETE')[];
  readonly path: string;
  readonly access: Access;
  /** A state-changing call takes an Idempotency-Key. By GET it refuses navigations and requests without authorization. */
  readonly changesState: boolean;
  /** Required (`own` or `none`) for a state-changing call of visitors: their answers can be kept for nobody. */
  readonly idempotency?: Idempotency;
  /** Name of the form field with the file: the body is multipart/form-data with one file. */
  readonly file?: string;
  /** Media type of a success, which is a file instead of an envelope. Refusals stay envelopes. */
  readonly answersFile?: string;
  readonly summary: string;
  /** Query and path parameters of a GET; body (JSON or form) of a POST. */
  readonly input: Input;
  readonly output: Output;
}

/** Declares a call and keeps the types of both schemas. */
export function defineCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  call: Call<Input, Output>,
): Call<Input, Output> {
  return call;
}

export type InputOf<C extends Call> = z.infer<C['input']>;
export type OutputOf<C extends Call> = z.infer<C['output']>;
