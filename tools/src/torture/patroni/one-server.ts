import { mkdirSync } from 'node:fs';
import { freePort } from '../../free-port.ts';
import type { PatroniCluster } from '../../patroni/patroni-cluster.ts';
import type { Place } from '../checks.ts';
import { TortureClient } from '../client.ts';
import { openMoneyClients } from '../money-setup.ts';
import { ServerProcess, WITHOUT_LIMITS } from '../server-process.ts';
import type { DrillClients, Installation, PatroniSettings } from './installation.ts';
import { ordersOf } from './parts.ts';

const [DEMO_CLIENTS, REAL_CLIENTS, MONEY_CLIENTS] = [4, 6, 3];

/** Plans one server in a folder. */
export async function planServer(
  cluster: PatroniCluster,
  folder: string,
  settings: PatroniSettings,
): Promise<Installation> {
  const server = new ServerProcess({
    program: settings.programs.server,
    folder,
    port: await freePort(),
    environment: { ...WITHOUT_LIMITS, FAIRLOT_SIMULATED_MONEY: 'play-money', ...cluster.environment },
  });
  mkdirSync(server.dataFolder, { recursive: true });
  return new OneServer(server, { dataFolder: server.dataFolder, url: cluster.url('fairlot_owner') }, settings);
}

/** One server, which knows HAProxy alone. It must never end. */
class OneServer implements Installation {
  readonly place: Place;
  readonly shards = 2;
  readonly #server: ServerProcess;
  readonly #settings: PatroniSettings;

  constructor(server: ServerProcess, place: Place, settings: PatroniSettings) {
    this.#server = server;
    this.place = place;
    this.#settings = settings;
  }

  async start(): Promise<DrillClients> {
    const { instrumentsOf, chance, say } = this.#settings;
    const { url } = this.#server;
    say(`started in ${await this.#server.start()} ms`);
    const instruments = await instrumentsOf(url);
    const demo = Array.from({ length: DEMO_CLIENTS }, () => new TortureClient(url, instruments, chance));
    await Promise.all(demo.map((client) => client.signIn()));
    const money = await openMoneyClients(url, this.place, REAL_CLIENTS + MONEY_CLIENTS, chance);
    // The server reads the limits of deposits that openMoneyClients has set.
    await this.#server.stop();
    await this.#server.start();
    await Promise.all(money.map((client) => client.run(() => client.deposits.size >= 2)));
    const real = money.slice(0, REAL_CLIENTS).map(({ access: { account, token } }) => {
      const client = new TortureClient(url, instruments, chance);
      client.use(account, token);
      return client;
    });
    return {
      traders: [...demo, ...real],
      money: money.slice(REAL_CLIENTS),
      moneyPauseMs: 0,
      depositors: [],
      // Their first deposits last for many rounds.
      fund: () => Promise.resolve(),
      parts: [ordersOf('demo accounts', demo), ordersOf('real accounts', real)],
    };
  }

  settle(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async problems(): Promise<string[]> {
    const { url, logPath } = this.#server;
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    return answer?.ok === true ? [] : [`the server has ended; see ${logPath}`];
  }

  async stop(): Promise<string[]> {
    const code = await this.#server.stop();
    return code === 0 ? [] : [`the server exited with ${code} after SIGINT`];
  }

  async kill(): Promise<void> {
    await this.#server.kill();
  }
}
