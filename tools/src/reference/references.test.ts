import { calls, staffCalls } from '@fairlot/contract';
import { describe, expect, it } from 'vitest';
import { openApi } from './openapi.ts';
import { references } from './references.ts';
import { realtimeReference } from './realtime.ts';
import { sourceDocs } from './source-docs.ts';

const document = openApi(new Map(), '0.0.0') as {
  paths: Record<string, Record<string, object>>;
  components: Record<string, Record<string, unknown>>;
};

/** Every $ref in a document. */
function refs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === '$ref' ? [part as string] : refs(part)));
}

describe('the generated references', () => {
  it('contain every call of the contract with each of its methods', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = [...Object.values(calls), ...Object.values(staffCalls)].flatMap(({ path, methods }) =>
      methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(listed.sort()).toEqual(declared.sort());
  });

  it('give each operation a unique id', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have no dangling $ref', () => {
    const missing = refs(document).filter((ref) => {
      const [, , kind = '', name = ''] = ref.split('/');
      return document.components[kind]?.[name] === undefined;
    });
    expect(missing).toEqual([]);
    expect(refs(document).length).toBeGreaterThan(100);
  });

  it('show the constraints of the contract’s schemas', () => {
    const parameters =
      (
        document.paths['/v1/api/forex/kline']?.['get'] as
          { parameters: { name?: string; required: boolean; schema: object }[] } | undefined
      )?.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'period')).toMatchObject({
      required: true,
      schema: { enum: ['1min', '5min', '15min', '30min', '60min', '4hour', '1day', '1week', '1mon'] },
    });
    expect(parameters.find(({ name }) => name === 'limit')).toMatchObject({
      required: false,
      schema: { default: 1000 },
    });
    expect(document.components['schemas']?.['OrderRecord']).toMatchObject({
      properties: { Kind: { enum: ['market', 'limit', 'stop', 'stop_limit'] } },
    });
  });

  it('quote the docstrings of the sources', () => {
    const docs = sourceDocs([
      '/** A thing. */\nexport const thing = z.object({\n  /** Its size. */\n  Size: z.int(),\n  Bare: z.int(),\n});\nexport const other = 1;',
    ]);
    expect(docs.get('Thing')).toEqual(
      new Map([
        ['', 'A thing.'],
        ['Size', 'Its size.'],
      ]),
    );
    expect(docs.get('Other')?.get('')).toBeUndefined();
  });

  it('are identical in every run', () => {
    const root = new URL('../../..', import.meta.url).pathname;
    expect(references(root)).toEqual(references(root));
    for (const topic of ['DAY_MARKET', 'KLINE.{code}', 'FOREX_TRADE', 'FOREX_CLOSED'])
      expect(realtimeReference(new Map())).toContain(`### ${topic}`);
  });
});
