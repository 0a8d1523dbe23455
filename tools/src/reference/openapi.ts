import { CODES, IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, OFFICE_HEADER, calls, staffCalls } from '@fairlot/contract';
import type { Call, StaffCall } from '@fairlot/contract';
import { Components } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

type Docs = ReadonlyMap<string, ReadonlyMap<string, string>>;
type Method = Call['methods'][number];

const BINARY: JsonSchema = { type: 'string', format: 'binary' };

const ref = (kind: string, name: string): JsonSchema => ({ $ref: `#/components/${kind}/${name}` });

/** HTTP statuses of refusals by the transport. Refusals by the application answer 200. */
const TRANSPORT: Readonly<Record<string, string>> = {
  404: 'Nothing at this path (`unknown_path`).',
  413: 'The body is too large (`body_too_large`).',
  415: 'Unsupported content type (`unsupported_type`).',
  429: 'Too many requests (`too_many_requests`); `Retry-After` gives the seconds to wait.',
  500: 'Server error (`internal`). The outcome of a state-changing call is unknown: retry with the same key.',
  503: 'Starting or overloaded (`not_ready`, `overloaded`). Retry with the same key.',
};

/** All calls of the contract as an OpenAPI 3.1 document. Deterministic: the same contract gives the same bytes. */
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
          description: 'The bare token, or `Bearer <token>`.',
        },
        office: {
          type: 'apiKey',
          in: 'cookie',
          name: 'fairlot_office',
          description: 'Session of a member of staff; `__Host-fairlot_office` by https.',
        },
      },
      parameters: {
        lang: {
          name: 'lang',
          in: 'header',
          required: false,
          schema: { type: 'string', default: 'hk' },
          description: 'Language code of the texts in the answer; tw is an alias of hk.',
        },
        idempotencyKey: {
          name: IDEMPOTENCY_HEADER,
          in: 'header',
          required: false,
          schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
          description:
            'Send a new key with every command and store it before sending. The same caller and key get the first outcome again; the same key with another call or payload is refused with `key_reused`. Orders, money and records that a call adds keep their keys for 90 days at least; other answers are kept for a day, the latest 500 of each caller. The best key is a UUIDv7 in lower case, with a later time than the caller’s keys before: the server then knows without a search that it is new. A UUIDv7 whose time is more than 90 days ago is refused with `key_expired`.',
        },
        officePage: {
          name: OFFICE_HEADER,
          in: 'header',
          required: true,
          schema: { type: 'string' },
          description:
            'Any value. Every state-changing call of the office needs this header; a page of another site cannot send it.',
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
            'Changes state. Refused (`state_change_refused`) without authorization, and for a navigation or prefetch. Prefer POST.',
        }
      : {}),
    security: call.access === 'visitor' ? [{}, { token: [] }] : [{ token: [] }],
    parameters: [
      ref('parameters', 'lang'),
      ...(takesKey(call) ? [ref('parameters', 'idempotencyKey')] : []),
      ...(method === 'POST' ? [] : parametersOf(call.path, input)),
    ],
    ...(call.file === undefined
      ? bodyOf(input, method, ['application/json', 'application/x-www-form-urlencoded'])
      : fileBody(call.file)),
    responses: responsesOf(components.schemaOf(call.output, 'output'), call.answersFile),
  };
}

/** True for a call that answers a repeat under the same key like the first request. */
function takesKey({ changesState, idempotency }: Pick<Call | StaffCall, 'changesState' | 'idempotency'>): boolean {
  return changesState && idempotency !== 'none';
}

function staffOperation(components: Components, name: string, call: StaffCall, method: Method): JsonSchema {
  const input = components.schemaOf(call.input, 'input');
  const roles = typeof call.roles === 'string' ? call.roles : call.roles.join(', ');
  return {
    operationId: name,
    summary: call.summary,
    tags: ['office'],
    description: `For: ${roles}.${call.personal === true ? ' The audit log records every read.' : ''}`,
    security: call.roles === 'visitor' ? [{}] : [{ office: [] }],
    parameters: [
      ref('parameters', 'lang'),
      ...(call.changesState
        ? [...(takesKey(call) ? [ref('parameters', 'idempotencyKey')] : []), ref('parameters', 'officePage')]
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

/** Path with parameters in OpenAPI notation: {id} for :id. */
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
    description: 'A refused call. `reason` is a stable key; `msg` is a text for people in the language of the request.',
    properties: {
      code: { type: 'integer', not: { const: CODES.ok } },
      msg: { type: 'string' },
      reason: ref('schemas', 'Reason'),
      data: {},
      detail: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Figures of the refusal as decimal text by name, such as `nearest`.',
      },
    },
  };
}

function reason(): JsonSchema {
  return {
    type: 'string',
    enum: Object.keys(CODES).filter((name) => name !== 'ok'),
    description: 'Newer servers may give further reasons.',
  };
}

function description(): string {
  const codes = Object.entries(CODES).map(([name, code]) => `| ${code} | \`${name}\` |`);
  return [
    'All calls of the platform, generated from its contract. Every answer is `{code, msg, data, reason, detail?}`.',
    'Decimals are text. Times are epoch milliseconds in market data and ISO 8601 in UTC in records. Lists have 20 records per page.',
    'GET calls may carry a timestamp `t`, which the server ignores.',
    '',
    '| code | reason |',
    '|---|---|',
    ...codes,
  ].join('\n');
}
