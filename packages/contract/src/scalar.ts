import { z } from 'zod/mini';

/** A decimal as text, such as "-12.50"; never a float. */
export const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));
/** Epoch milliseconds. */
export const epochMs = z.int().check(z.nonnegative());
/** ISO 8601 in UTC. */
export const isoTime = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));
/** Number of a record, from JSON, a form or a query. */
export const id = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.pipe(
    z.transform((value: string | number) => Number(value)),
    z.int().check(z.positive()),
  ),
);
/** Page number of a list, from 1. */
export const page = z._default(id.check(z.refine((value) => value <= 100_000)), 1);
/** A number from a form or a query as text; the feature parses it exactly. */
export const numeric = z.pipe(
  z.union([z.number(), z.string().check(z.maxLength(40))]),
  z.transform((value: string | number) => String(value).trim()),
);
/** A yes or a no from JSON, a form or a query; absent for none. */
export const flag = z.optional(
  z.pipe(
    z.union([z.boolean(), z.string().check(z.regex(/^(true|false|1|0)$/))]),
    z.transform((value: boolean | string) => ['true', '1'].includes(String(value))),
  ),
);
/** Records on one page of a list. */
export const PAGE_SIZE = 20;
/** Input of a call without parameters. Unknown fields, such as a client's timestamp `t`, are ignored. */
export const nothing = z.object({});
