import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { readKeys } from './security/secrets/key-file.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables one at a time and collects the problems. */
export class Reader {
  readonly problems: string[] = [];
  readonly #known = new Set<string>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** An empty variable counts as absent, because docker-compose files write absent ones that way. */
  #raw(name: string): string | undefined {
    this.#known.add(name);
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  text(name: string, fallback: string): string {
    return this.#raw(name) ?? fallback;
  }

  /** An absolute path. */
  path(name: string): string | undefined {
    const given = this.#raw(name);
    return given === undefined ? undefined : resolve(given);
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const given = this.#raw(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.problems.push(`${name}: must be a whole number from ${least} to ${most}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  decimal(name: string, fallback: number, least: number, most: number): number {
    const given = this.#raw(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.problems.push(`${name}: must be a number from ${least} to ${most}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const given = this.#raw(name);
    if (given === undefined) return fallback;
    const found = choices.find((choice) => choice === given);
    if (found !== undefined) return found;
    this.problems.push(`${name}: must be one of ${choices.join(', ')}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  /** A database URL contains a password, so the message does not repeat it. */
  databaseUrl(name: string): string | undefined {
    const given = this.#raw(name);
    if (given === undefined || /^postgres(ql)?:\/\/\S+$/.test(given)) return given;
    this.problems.push(`${name}: must look like postgresql://user:password@host:5432/database.`);
    return undefined;
  }

  /** Keys are secret, so the message does not repeat them. */
  keys(name: string): readonly Buffer[] | undefined {
    const given = this.#raw(name);
    const keys = given === undefined ? undefined : readKeys(given);
    if (given !== undefined && keys === undefined)
      this.problems.push(
        `${name}: must be a key of 32 bytes in base64 (openssl rand -base64 32), or several separated by commas, the current one first.`,
      );
    return keys;
  }

  /**
   * A secret of one line: the variable's value, or the content of the file that the variable with `_FILE` names. The
   * messages do not repeat it.
   */
  secret(name: string): string | undefined {
    const given = this.#raw(name);
    const path = this.path(`${name}_FILE`);
    if (given !== undefined && path !== undefined) this.problems.push(`${name}: is given twice, also as ${name}_FILE.`);
    if (given !== undefined || path === undefined) return this.#secretText(name, given);
    try {
      return this.#secretText(`${name}_FILE`, readFileSync(path, 'utf8').trim());
    } catch {
      this.problems.push(`${name}_FILE: must be a file that can be read; ${path} is not.`);
      return undefined;
    }
  }

  #secretText(name: string, text: string | undefined): string | undefined {
    if (text === undefined || /^[\x21-\x7e]{1,4096}$/.test(text)) return text;
    this.problems.push(`${name}: must be one line without blanks.`);
    return undefined;
  }

  /** The URL of a service that the server calls. It may contain a password, so the message does not repeat it. */
  url(name: string, protocols: readonly string[], example: string): string | undefined {
    const given = this.#raw(name);
    if (given === undefined || (URL.canParse(given) && protocols.includes(new URL(given).protocol))) return given;
    this.problems.push(`${name}: must look like ${example}.`);
    return undefined;
  }

  /** URLs of one service on several machines, separated by commas. They may contain passwords, as above. */
  urls(name: string, protocols: readonly string[], example: string): readonly string[] {
    const given = this.words(name);
    if (given.every((url) => URL.canParse(url) && protocols.includes(new URL(url).protocol))) return given;
    this.problems.push(`${name}: must look like ${example}.`);
    return [];
  }

  /** Words separated by commas. */
  words(name: string): readonly string[] {
    return (this.#raw(name) ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
  }

  /** Address ranges. A number of proxies or "all" is refused, because it would let any client forge its own address. */
  networks(name: string, fallback: readonly string[]): readonly string[] {
    return this.#list(name, fallback, isNetwork, 'a list of addresses or ranges such as 10.0.0.0/8, fd00::/8');
  }

  /** One origin of http or https. */
  origin(name: string, example: string): string | undefined {
    const given = this.#raw(name);
    if (given === undefined || (isOrigin(given) && /^https?:/.test(given))) return given;
    this.problems.push(`${name}: must be an origin such as ${example}, not ${JSON.stringify(given)}.`);
    return undefined;
  }

  origins(name: string): readonly string[] {
    return this.#list(name, [], isOrigin, 'a list of origins such as https://trade.example.com');
  }

  /** Host names in lower case. `*.example.com` stands for all names below example.com, `*` alone for all hosts. */
  hosts(name: string, fallback: readonly string[]): readonly string[] {
    return this.#list(name, fallback, isHost, 'a list of hosts such as push.example.com, *.push.example.org');
  }

  #list(name: string, fallback: readonly string[], fits: (item: string) => boolean, wanted: string): readonly string[] {
    if (this.#raw(name) === undefined) return fallback;
    const items = this.words(name);
    const bad = items.find((item) => !fits(item));
    if (bad !== undefined) this.problems.push(`${name}: must be ${wanted}; ${JSON.stringify(bad)} is not.`);
    return items;
  }

  /** Refuses a variable that an earlier release had, with the reason, because it would silently have no effect. */
  retired(name: string, why: string): void {
    if (this.#raw(name) !== undefined) this.problems.push(`${name}: this setting no longer exists: ${why}.`);
  }

  /** Reports unknown FAIRLOT_ variables, because a misspelt one would silently have no effect. */
  refuseUnknown(): void {
    for (const name of Object.keys(this.#environment)) {
      if (name.startsWith('FAIRLOT_') && !this.#known.has(name))
        this.problems.push(`${name}: this setting does not exist.`);
    }
  }
}

function isNetwork(item: string): boolean {
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function isOrigin(item: string): boolean {
  return URL.canParse(item) && new URL(item).origin === item;
}

function isHost(item: string): boolean {
  return item === '*' || /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(item);
}
