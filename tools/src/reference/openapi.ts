import { CODES, IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, OFFICE_HEADER, calls, staffCalls } from '@fairlot/contract';
import type { Call, StaffCall } from '@fairlot/contract';
import { Components } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

type Docs = ReadonlyMap<string, ReadonlyMap<string, string>>;
type Method = Call['methods'][number];

const BINARY: JsonSchema = { type: 'string', format: 'binary' };

const ref = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` });

/** HTTP statuses that carry a refusal; whatever the application itself decides answers 200. */
const TRANSPORT: Readonly<Record<string, string>> = {
  404: 'Nothing at this path (`unknown_path`).',
  413: 'The body is too large (`body_too_large`).',
  415: 'Content that is not accepted (`unsupported_type`).',
  429: 'Too many requests (`too_many_requests`); `Retry-After` says when to come back.',
  500: 'A failure of the server (`internal`). The outcome of a state-changing call is unknown: ask again with the same key.',
  503: 'Starting, or too busy (`not_ready`, `overloaded`). Ask again with the same key.',
};

/** Every call of the contract as OpenAPI 3.1. The same contract gives the same document, byte for byte. */
export function openApi(docs: Docs, version: string): JsonSchema {
  const components = new Components();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    const path = (paths[templateOf(call.path)] ??= {});
    for (const method of call.methods) path[method.toLowerCase()] = operation(components, name, call, method);
  }
  for (const [name, call] of Object.entries(staffCalls) as [string, StaffCall][]) {
    const path = (paths[templateOf(call.path)] ??= {});
    for (const method of call.methods) path[method.toLowerCase()] = staffOperation(components, name, call, method);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Fairlot', version, description: description() },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'authorization',
          description: 'The bare token; `Bearer <token>` is accepted too.',
        },
        office: { type: 'apiKey', in: 'cookie', name: 'fairlot_office', description: 'Session of a member of staff.' },
      },
      parameters: {
        lang: {
          name: 'lang',
          in: 'header',
          required: false,
          schema: { type: 'string', default: 'hk' },
          description: 'Language code of the texts in the answer; tw means hk.',
        },
        idempotencyKey: {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
          description:
            'Same account and key: the first outcome again, for good. Same key with another payload: `key_reused`. Send one, and store it before you send.',
        },
        officePage: {
          name: OFFICE_HEADER,
          in: 'header',
          required: true,
          schema: { type: 'string' },
          description: 'Anything. A page of another site can’t send it; without it the office changes nothing.',
        },
      },
      responses: Object.fromEntries(
        Object.entries(TRANSPORT).map(([status, text]) => [
          `Refused${status}`,
          { description: text, content: json(ref('schemas', 'Refusal')) },
        ]),
      ),
      schemas: { ...components.all(docs), Reason: reason(), Refusal: refusal() },
    },
  };
}

function operation(components: Components, name: string, call: Call, method: Method): JsonSchema {
  const first = method === call.methods[0];
  const input = components.schemaOf(call.input, 'input');
  return {
    operationId: first ? name : `${name}By${method.charAt(0)}${method.slice(1).toLowerCase()}`,
    summary: call.summary,
    tags: [call.path.split('/').at(-2) ?? ''],
    ...(call.changesState && method === 'GET'
      ? {
          description:
            'Changes state: refused (`state_change_refused`) without authorization and as a navigation or prefetch. Prefer POST.',
        }
      : {}),
    security: call.access === 'visitor' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ref('parameters', 'lang'),
      ...(call.changesState ? [ref('parameters', 'idempotencyKey')] : []),
      ...(method === 'POST' ? [] : parametersOf(call.path, input)),
    ],
    ...(call.file === undefined
      ? bodyOf(input, method, ['application/json', 'application/x-www-form-urlencoded'])
      : fileBody(call.file)),
    responses: responsesOf(components.schemaOf(call.output, 'output'), call.answersFile),
  };
}

function staffOperation(components: Components, name: string, call: StaffCall, method: Method): JsonSchema {
  const input = components.schemaOf(call.input, 'input');
  const roles = typeof call.roles === 'string' ? call.roles : call.roles.join(', ');
  return {
    operationId: name,
    summary: call.summary,
    tags: ['office'],
    description: `For: ${roles}.${call.personal === true ? ' Looks are written to the audit log.' : ''}`,
    security: call.roles === 'visitor' ? [{}] : [{ office: [] }],
    parameters: [
      ref('parameters', 'lang'),
      ...(call.changesState
        ? [ref('parameters', 'idempotencyKey'), ref('parameters', 'officePage')]
        : parametersOf(call.path, input)),
    ],
    ...bodyOf(input, method, ['application/json']),
    responses: responsesOf(components.schemaOf(call.output, 'output'), call.answersFile),
  };
}

function bodyOf(input: JsonSchema, method: Method, types: readonly string[]): JsonSchema {
  if (method !== 'POST' || Object.keys(input['properties'] ?? {}).length === 0) return {};
  return {
    requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: input }])) },
  };
}

function fileBody(field: string): JsonSchema {
  return {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': { schema: { type: 'object', required: [field], properties: { [field]: BINARY } } },
      },
    },
  };
}

function responsesOf(output: JsonSchema, file: string | undefined): JsonSchema {
  return {
    200:
      file === undefined
        ? {
            description: 'The outcome: `code` 1 with `data`, or a refusal with its `reason`.',
            content: json({ oneOf: [success(output), ref('schemas', 'Refusal')] }),
          }
        : {
            description: 'The file, or a refusal with its `reason`.',
            content: { [file]: { schema: BINARY }, ...json(ref('schemas', 'Refusal')) },
          },
    ...Object.fromEntries(Object.keys(TRANSPORT).map((status) => [status, ref('responses', `Refused${status}`)])),
  };
}

/** Parts of a path as OpenAPI writes them. */
function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function parametersOf(path: string, input: JsonSchema): JsonSchema[] {
  const required = (input['required'] ?? []) as readonly string[];
  return Object.entries((input['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: path.split('/').includes(`:${name}`) ? 'path' : 'query',
    required: required.includes(name),
    schema,
  }));
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function success(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'msg', 'reason', 'data'],
    properties: { code: { const: CODES.ok }, msg: { type: 'string' }, reason: { const: 'ok' }, data },
  };
}

function refusal(): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'msg', 'reason'],
    description: 'Why a call was not done. `reason` is stable; `msg` is for people, in the language of the request.',
    properties: {
      code: { type: 'integer', not: { const: CODES.ok } },
      msg: { type: 'string' },
      reason: ref('schemas', 'Reason'),
      data: {},
      detail: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Figures of the refusal as decimal text, such as `nearest`.',
      },
    },
  };
}

function reason(): JsonSchema {
  return {
    type: 'string',
    enum: Object.keys(CODES).filter((name) => name !== 'ok'),
    description: 'Newer servers may give reasons that are not listed here.',
  };
}

function description(): string {
  const codes = Object.entries(CODES).map(([name, code]) => `| ${code} | \`${name}\` |`);
  return [
    'Every call of the platform, generated from its contract. All answers are `{code, msg, data, reason, detail?}`.',
    'Decimals are text. Times are epoch milliseconds in market data and ISO 8601 in UTC in records. Lists have 20 records a page.',
    'GET calls may carry a timestamp `t`, which is ignored.',
    '',
    '| code | reason |',
    '|---|---|',
    ...codes,
  ].join('\n');
}
