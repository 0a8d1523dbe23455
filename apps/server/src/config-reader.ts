import { isIP } from 'node:net';
import { readKeys } from './platform/secrets/key-file.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one variable at a time and gathers what is wrong. */
export class Reader {
  readonly problems: string[] = [];
  private readonly known = new Set<string>();
  private readonly environment: Environment;

  constructor(environment: Environment) {
    this.environment = environment;
  }

  /** An empty variable counts as absent, as docker-compose files write it. */
  private raw(name: string): string | undefined {
    this.known.add(name);
    const value = this.environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  text(name: string, fallback: string): string {
    return this.raw(name) ?? fallback;
  }

  integer(name: string, fallback: number, least: number, most: number): number {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.problems.push(`${name}: must be a whole number from ${least} to ${most}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  decimal(name: string, fallback: number, least: number, most: number): number {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const value = /^\d{1,9}(\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.problems.push(`${name}: must be a number from ${least} to ${most}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const found = choices.find((choice) => choice === given);
    if (found !== undefined) return found;
    this.problems.push(`${name}: must be one of ${choices.join(', ')}, not ${JSON.stringify(given)}.`);
    return fallback;
  }

  /** The address of a database holds a password, so a bad one isn't repeated in the message. */
  databaseUrl(name: string): string | undefined {
    const given = this.raw(name);
    if (given === undefined || /^postgres(ql)?:\/\/\S+$/.test(given)) return given;
    this.problems.push(`${name}: must look like postgresql://user:password@host:5432/database.`);
    return undefined;
  }

  /** Keys are not repeated in the message either. */
  keys(name: string): readonly Buffer[] | undefined {
    const given = this.raw(name);
    const keys = given === undefined ? undefined : readKeys(given);
    if (given !== undefined && keys === undefined)
      this.problems.push(
        `${name}: must be a key of 32 bytes in base64 (openssl rand -base64 32), or several with commas, the present one first.`,
      );
    return keys;
  }

  /** An address of something that sends; it may hold a password too. */
  url(name: string, protocols: readonly string[], example: string): string | undefined {
    const given = this.raw(name);
    if (given === undefined || (URL.canParse(given) && protocols.includes(new URL(given).protocol))) return given;
    this.problems.push(`${name}: must look like ${example}.`);
    return undefined;
  }

  /** Address ranges. A count of proxies or "all" is refused on purpose: it would let any client choose its own address. */
  networks(name: string, fallback: readonly string[]): readonly string[] {
    return this.list(name, fallback, isNetwork, 'a list of addresses or ranges such as 10.0.0.0/8, fd00::/8');
  }

  origins(name: string): readonly string[] {
    return this.list(name, [], isOrigin, 'a list of origins such as https://trade.example.com');
  }

  /** Names of hosts in small letters; `*.` before one stands for everything below it, `*` alone for all. */
  hosts(name: string, fallback: readonly string[]): readonly string[] {
    return this.list(name, fallback, isHost, 'a list of hosts such as push.example.com, *.push.example.org');
  }

  private list(
    name: string,
    fallback: readonly string[],
    fits: (item: string) => boolean,
    wanted: string,
  ): readonly string[] {
    const given = this.raw(name);
    if (given === undefined) return fallback;
    const items = given
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    const bad = items.find((item) => !fits(item));
    if (bad !== undefined) this.problems.push(`${name}: must be ${wanted}; ${JSON.stringify(bad)} is not.`);
    return items;
  }

  /** A misspelt variable would silently do nothing, so it is told. */
  refuseUnknown(): void {
    for (const name of Object.keys(this.environment)) {
      if (name.startsWith('FAIRLOT_') && !this.known.has(name))
        this.problems.push(`${name}: there is no such setting.`);
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
