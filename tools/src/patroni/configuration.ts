import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';

/** Names of the members, as in the examples. */
export const NAMES = ['pg1', 'pg2', 'pg3'] as const;
export type MemberName = (typeof NAMES)[number];

/** Ports of a member on the loopback. */
export interface MemberPorts {
  readonly rest: number;
  readonly postgres: number;
}

export interface MemberPlace extends MemberPorts {
  readonly name: MemberName;
  readonly etcd: number;
  /** Folder of PostgreSQL's programs. */
  readonly binaries: string;
  /** Folder of the member's own. */
  readonly folder: string;
  readonly password: string;
}

interface Example {
  readonly bootstrap: object;
  readonly postgresql: object;
}

/** A member's configuration: the example of deploy/, with the addresses and folders of this machine. */
export function patroniYaml(place: MemberPlace): string {
  const example = parse(readFileSync('deploy/patroni/patroni.yml', 'utf8')) as Example;
  const rest = `127.0.0.1:${place.rest}`;
  const postgres = `127.0.0.1:${place.postgres}`;
  return stringify({
    ...example,
    name: place.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: `127.0.0.1:${place.etcd}` },
    postgresql: {
      ...example.postgresql,
      listen: postgres,
      connect_address: postgres,
      data_dir: `${place.folder}/data`,
      bin_dir: place.binaries,
      pgpass: `${place.folder}/pgpass`,
      parameters: { unix_socket_directories: place.folder },
      authentication: {
        superuser: { username: 'postgres', password: place.password },
        replication: { username: 'replicator', password: place.password },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
  });
}

/** The configuration of HAProxy: the example of deploy/, with the ports of this machine. */
export function haproxyConfig(port: number, members: ReadonlyMap<MemberName, MemberPorts>): string {
  let text = readFileSync('deploy/patroni/haproxy.cfg', 'utf8').replace(
    'bind 127.0.0.1:5432',
    `bind 127.0.0.1:${port}`,
  );
  for (const [name, { rest, postgres }] of members) {
    const line = new RegExp(`server ${name} \\S+ check port \\d+`);
    if (!line.test(text)) throw new Error(`deploy/patroni/haproxy.cfg has no server ${name}`);
    text = text.replace(line, `server ${name} 127.0.0.1:${postgres} check port ${rest}`);
  }
  return text;
}
