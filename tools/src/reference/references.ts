import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { notices } from '../notices/notices.ts';
import { openApi } from './openapi.ts';
import { realtimeReference } from './realtime.ts';
import { withRights } from './rights.ts';
import { sbom } from '../supply/sbom.ts';
import { sourceDocs } from './source-docs.ts';

/** Text of every generated file by its path in the repository. */
export function references(root: string): ReadonlyMap<string, string> {
  const contract = join(root, 'packages/contract/src');
  const sources = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => readFileSync(join(contract, name), 'utf8'));
  const docs = sourceDocs(sources);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return new Map([
    ['docs/generated/openapi.json', `${JSON.stringify(openApi(docs, version), null, 2)}\n`],
    ['docs/generated/sbom.json', sbom(root)],
    ['apps/trader/public/NOTICE.txt', notices(root)],
    ['docs/security.md', withRights(readFileSync(join(root, 'docs/security.md'), 'utf8'))],
    ['docs/generated/realtime.md', `${realtimeReference(docs).trimEnd()}\n`],
  ]);
}
