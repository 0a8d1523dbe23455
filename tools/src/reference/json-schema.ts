import * as contract from '@fairlot/contract';
import { z } from 'zod/mini';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>;

/** Schemas that the references show under a name, by their names in the contract's sources. */
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

/** Name in the references: OrderRecord for orderRecord. */
export function componentName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Collects the named schemas that others refer to. */
export class Components {
  readonly #schemas = new Map<string, JsonSchema>();

  /** JSON Schema of the input or output of a schema. Named parts become references to the components. */
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

  /** All components in alphabetical order, described with the docstrings of the contract's sources. */
  all(docs: ReadonlyMap<string, ReadonlyMap<string, string>>): Record<string, JsonSchema> {
    const sorted = [...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, schema]) => [name, describe(schema, docs.get(name))]));
  }
}

/** Adds what zod's conversion omits: the values of an enum at the end of a pipe, and defaults of pipes. */
function complete(schema: z.core.$ZodTypes, json: JsonSchema): void {
  const { def } = schema._zod;
  if (def.type === 'pipe') {
    const out = def.out as z.core.$ZodTypes;
    if (out._zod.def.type !== 'enum') return;
    for (const key of Object.keys(json)) delete json[key];
    Object.assign(json, { type: 'string', enum: Object.values(out._zod.def.entries) });
  } else if (def.type === 'default') json['default'] = def.defaultValue;
}

/**
 * Removes the bounds of safe integers, which tell nothing, and `additionalProperties: false`, because newer servers may
 * add fields.
 */
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

/** Turns an `anyOf` of plain types into one schema with several types. */
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
