import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { ENTITIES, SPECIFIED_CALLS, type SpecifiedCall } from './specification.testkit.ts';

/** Paths that differ from the specification's, with the reason. */
const OTHER_PATHS: Readonly<Record<string, string>> = {
  // The specification names the captcha by a placeholder only.
  '{token}': '/api/captcha',
};
/** Request fields that a call takes outside of its input schema, with the reason. */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  // The file of a multipart body is read as a stream and has no schema.
  '/api/common/image_upload': 'file',
};

// A call may take more than the specification's fields, as long as a request without them is valid. One refuses such a
// request all the same: registration wants `risk_consent`, which the law asks for and the specification does not know.

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

const namesOf = (text: string): readonly string[] => text.split(' ').filter((name) => name !== '');
const nameOf = ({ method, path }: SpecifiedCall): string => `${method} ${path}`;
/** The first names of paths. */
const topsOf = (paths: string): ReadonlySet<string> =>
  new Set(namesOf(paths).map((path) => path.split(/[.[]/, 1)[0] ?? ''));
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Node;

/** Paths of all fields of an answer, as SpecifiedCall writes them. */
function pathsOf(node: Node, path = ''): readonly string[] {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  return [
    path,
    ...(node.anyOf ?? []).flatMap((each) => pathsOf(each, path)),
    ...(node.items === undefined ? [] : pathsOf(node.items, `${path}[]`)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, each]) => pathsOf(each, below(name))),
  ];
}

function contractOf({ path }: SpecifiedCall): Call {
  const wanted = OTHER_PATHS[path] ?? path;
  const found = Object.values(calls).find((each: Call) => each.path === wanted);
  if (found === undefined) throw new Error(`no call has the path ${wanted}`);
  return found;
}

describe('a call of the specification', () => {
  it.each(SPECIFIED_CALLS)('$method $path is offered by its method', (specified) => {
    expect(contractOf(specified).methods).toContain(specified.method);
  });

  it.each(SPECIFIED_CALLS.filter(({ request }) => request !== undefined))(
    '$method $path takes its request fields and requires no other',
    (specified) => {
      const call = contractOf(specified);
      const { properties = {}, required = [] } = schemaOf(call.input, 'input');
      const taken = new Set([...Object.keys(properties), ...namesOf(OTHER_FIELDS[call.path] ?? '')]);
      const names = new Set(namesOf(specified.request ?? ''));
      expect([...names].filter((name) => !taken.has(name))).toEqual([]);
      expect(required.filter((name) => !names.has(name))).toEqual([]);
    },
  );

  it.each(SPECIFIED_CALLS.filter(({ response }) => response !== ''))(
    '$method $path answers each field at its place',
    (specified) => {
      const answered = new Set(pathsOf(schemaOf(contractOf(specified).output, 'output')));
      expect(namesOf(specified.response).filter((name) => !answered.has(name))).toEqual([]);
    },
  );
});

/** The document itself, which lies next to the recorded data and is not part of the repository. */
const DOCUMENT = resolve(process.env['FAIRLOT_SHARED_DATA'] ?? '../shared/data', '..', 'spec.md');

/** Words of the payload column that are no names of fields. */
const PROSE =
  /\([^)]*\)|form-encoded|multipart|form:|\b(field|with spinner|optional|none|not shown|path only|bank fields|records by|bank accounts by|and|or|submit:|wire_submit:)/g;
/** Spelt out as "bank fields" in the payload column, and by name in section 3. */
const BANK_FIELDS = ['bank_name', 'bank_address', 'bank_swift', 'payee_name', 'payee_account'];
/** Of a row "GET a, /b" or "GET a; GET c": the calls with their whole paths. */
function callsOf(cell: string): readonly string[] {
  return cell.split(';').flatMap((part) => {
    const [method = '', first = '', ...others] = part.trim().split(/[ ,]+/);
    if (method === 'GET' && first === 'complaint_email') return ['GET /complaint_email'];
    const folder = first.slice(0, first.lastIndexOf('/'));
    return [`${method} ${first}`, ...others.map((path) => `${method} ${folder}${path}`)];
  });
}

describe.skipIf(!existsSync(DOCUMENT))('the table of the specification’s calls, next to the document', () => {
  const text = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  const rows = [...text.matchAll(/^\| ((?:GET|POST) [^|]+) \| ([^|]+) \|([^|]*)\|$/gm)]
    .map(([, head = '', payload = '', notes = '']) => ({ calls: callsOf(head), payload, notes }))
    .filter(({ calls: names }) => names[0] !== 'GET {origin}/manifest.json');

  it('has the same calls', () => {
    expect(SPECIFIED_CALLS.map(nameOf).sort()).toEqual(rows.flatMap((row) => row.calls).sort());
  });

  it.each(rows)('has the request fields of $calls', ({ calls: names, payload }) => {
    const table = SPECIFIED_CALLS.filter((call) => names.includes(nameOf(call)));
    const written = payload.replaceAll(PROSE, ' ').match(/[A-Za-z_]+/g) ?? [];
    const expected = [...new Set([...written, ...(payload.includes('bank fields') ? BANK_FIELDS : [])])].sort();
    if (payload.startsWith('not shown')) expect(table.map(({ request }) => request)).toEqual([undefined]);
    else expect([...new Set(table.flatMap(({ request = '' }) => namesOf(request)))].sort()).toEqual(expected);
  });

  it.each(rows)('has what the notes on $calls say of the answer', ({ calls: names, notes }) => {
    const words = [...notes.matchAll(/\b(data\.\w+|token|id|b64s|url|balance|lock_balance|review_status)\b/g)];
    const fields = words.map(([, word = '']) => word.replace(/^data\./, ''));
    for (const call of SPECIFIED_CALLS.filter((each) => names.includes(nameOf(each)))) {
      const tops = topsOf(call.response);
      expect(fields.filter((field) => !tops.has(field))).toEqual([]);
    }
  });

  /** Fields that calls answer outside of the record: the token next to the user, the content with a single news item. */
  const ELSEWHERE: Readonly<Record<string, readonly string[]>> = { User: ['token'], 'News item': ['content'] };
  const entities = new Map(
    // Section 4 has paragraphs of the same titles.
    [...text.split('## 4.', 1)[0]!.matchAll(/\*\*([^*]+):\*\*([^*]+)/g)].map(([, title = '', body = '']) => [
      title,
      body,
    ]),
  );
  it.each(Object.entries(ENTITIES))('has the fields of the entity %s', (title, fields) => {
    const body = entities.get(title) ?? '';
    const words = new Set(body.match(/\w+/g));
    expect(namesOf(fields.replaceAll(/[.[\]]+/g, ' ')).filter((word) => !words.has(word))).toEqual([]);
    const [list = ''] = body.replaceAll(/\([^)]*\)|\{[^}]*\}/g, '').split(/\.(?:\s|$)|;/);
    const listed = list
      .split(',')
      .map((item) => item.trim().split(/[ .]/, 1)[0] ?? '')
      .filter((name) => name !== '');
    const tops = topsOf(fields);
    expect(listed.length).toBeGreaterThan(1);
    expect(listed.filter((name) => !tops.has(name))).toEqual(ELSEWHERE[title] ?? []);
  });
});
