import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MemberName, MemberPorts } from './configuration.ts';
import { Service, type ServiceOptions } from './service.ts';

/** A PostgreSQL server and the Patroni that runs it. */
export class PatroniMember {
  readonly name: MemberName;
  readonly ports: MemberPorts;
  readonly #folder: string;
  readonly #patroni: Service;

  constructor(name: MemberName, ports: MemberPorts, folder: string, service: ServiceOptions) {
    this.name = name;
    this.ports = ports;
    this.#folder = folder;
    this.#patroni = new Service(service);
  }

  /** Starts Patroni unless it runs. It starts PostgreSQL, as a replica when another member is the primary. */
  start(): void {
    if (!this.#patroni.isAlive) this.#patroni.start();
  }

  /** Sends SIGKILL to the main process of PostgreSQL. Its other processes end by themselves. */
  killPostgres(): void {
    const pid = this.#postmaster();
    if (pid !== undefined) deliver(pid, 'SIGKILL');
  }

  async killPatroni(): Promise<void> {
    await this.#patroni.end('SIGKILL');
  }

  /** Sends a signal to Patroni and to all processes of PostgreSQL. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#patroni.signal(signal);
    const pid = this.#postmaster();
    if (pid === undefined) return;
    // The main process first, which then starts no others.
    deliver(pid, signal);
    for (const child of childrenOf(pid)) deliver(child, signal);
  }

  /** Stops Patroni, which stops PostgreSQL, and ends a PostgreSQL that has no Patroni. */
  async stop(): Promise<void> {
    this.signal('SIGCONT');
    await this.#patroni.end('SIGTERM');
    this.killPostgres();
  }

  #postmaster(): number | undefined {
    try {
      return Number(readFileSync(join(this.#folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined;
    } catch {
      return undefined;
    }
  }
}

/** Processes of PostgreSQL are children of its main process. */
function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
}

/** The file of a server that was killed may name a process that has ended or is another program's. */
function deliver(pid: number, signal: NodeJS.Signals): void {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) process.kill(pid, signal);
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
