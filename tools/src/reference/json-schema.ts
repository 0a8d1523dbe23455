import * as contract from '@fairlot/contract';
import { z } from 'zod/mini';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>;

/** Schemas that deserve a name of their own in the references, by their names in the contract's sources. */
const NAMED = {
  user: contract.user,
  balance: contract.balance,
  quotation: contract.quotation,
  instrument: contract.instrument,
  category: contract.category,
  candle: contract.candle,
  fillQuote: contract.fillQuote,
  stopOutExplanation: contract.stopOutExplanation,
  orderRecord: contract.orderRecord,
  basicInfo: contract.basicInfo,
  dayMarketEntry: contract.dayMarketEntry,
  forexTrade: contract.forexTrade,
  decimal: contract.decimal,
  epochMs: contract.epochMs,
  isoTime: contract.isoTime,
} as const;

const names = z.registry<{ id: string }>();
for (const [name, schema] of Object.entries(NAMED)) names.add(schema, { id: componentName(name) });

/** orderRecord is shown as OrderRecord. */
export function componentName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Collects the named schemas that others refer to. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  /** What a schema takes (`input`) or gives (`output`); named parts are left in the components. */
  schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _,
      $defs,
      ...own
    } = z.toJSONSchema(schema, {
      io,
      metadata: names,
      override: ({ zodSchema, jsonSchema }) => complete(zodSchema, jsonSchema),
    }) as JsonSchema;
    for (const [name, part] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>))
      this.#schemas.set(name, plain(part) as JsonSchema);
    const { id, ...rest } = plain(own) as JsonSchema;
    if (typeof id !== 'string') return rest;
    this.#schemas.set(id, rest);
    return { $ref: `#/components/schemas/${id}` };
  }

  /** By name, in the order of the alphabet; fields described as the contract's sources describe them. */
  all(docs: ReadonlyMap<string, ReadonlyMap<string, string>>): Record<string, JsonSchema> {
    const sorted = [...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, schema]) => [name, describe(schema, docs.get(name))]));
  }
}

/** What the library leaves out: the choices of a text that is read into an enum, and defaults behind a pipe. */
function complete(schema: z.core.$ZodTypes, json: JsonSchema): void {
  const { def } = schema._zod;
  if (def.type === 'pipe') {
    const out = def.out as z.core.$ZodTypes;
    if (out._zod.def.type !== 'enum') return;
    for (const key of Object.keys(json)) delete json[key];
    Object.assign(json, { type: 'string', enum: Object.values(out._zod.def.entries) });
  } else if (def.type === 'default') json['default'] = def.defaultValue;
}

/** Takes out what says nothing (the bounds of safe integers) or too much (that newer servers may not add fields). */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, part]) =>
      !(part === false && key === 'additionalProperties') &&
      !(typeof part === 'number' && Math.abs(part) === Number.MAX_SAFE_INTEGER) &&
      key !== '$schema' &&
      key !== 'propertyNames',
  );
  const entries = kept.map(([key, part]): [string, unknown] => [
    key,
    key === '$ref' ? String(part).replace('#/$defs/', '#/components/schemas/') : plain(part),
  ]);
  return merged(Object.fromEntries(entries));
}

/** `anyOf` of single types as one schema of several types. */
function merged(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (
    !Array.isArray(anyOf) ||
    !anyOf.every((part: JsonSchema) => typeof part['type'] === 'string' && !('properties' in part))
  )
    return schema;
  const parts = anyOf as JsonSchema[];
  return { ...rest, ...Object.assign({}, ...parts), type: parts.map(({ type }) => type) };
}

function describe(schema: JsonSchema, docs: ReadonlyMap<string, string> | undefined): JsonSchema {
  if (docs === undefined) return schema;
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  const own = docs.get('');
  return {
    ...(own === undefined ? {} : { description: own }),
    ...schema,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => {
              const text = docs.get(name);
              return [name, text === undefined ? property : { description: text, ...property }];
            }),
          ),
        }),
  };
}
