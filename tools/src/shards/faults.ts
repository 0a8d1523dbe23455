import type { Random } from '@fairlot/engine/sim';
import type { Step } from './sim-database.ts';
import type { Life } from './virtual-time.ts';

/** Things that can go wrong, done to the process that is given. */
export interface Harm {
  kill(life: Life): void;
  stop(life: Life, ms: number): void;
  cut(life: Life, ms: number): void;
  hold(life: Life, ms: number): void;
  loseSession(life: Life): void;
  handOver(life: Life): void;
  crashDatabase(ms: number): void;
  stallDatabase(ms: number): void;
  /** The processes that are alive. */
  readonly lives: readonly Life[];
}

/** Statements after which a failure of their process is most telling: they took effect, and nobody knows it yet. */
const TELLING: readonly Step[] = ['take', 'commit', 'tables', 'write', 'load'];
/** Steps of all processes between two failures at most. */
const MOST_STEPS = 1500;

/**
 * Draws failures: half of them between any two steps, the others right after a statement of the database took effect and
 * before its process knows.
 */
export class Faults {
  /** Failures by kind. */
  readonly counts: Record<string, number> = {};
  isActive = false;
  readonly #random: Random;
  readonly #harm: Harm;
  #left = 0;
  #after: Step | undefined;

  constructor(random: Random, harm: Harm) {
    this.#random = random;
    this.#harm = harm;
    this.#draw();
  }

  /** Between two steps. */
  stepped(): void {
    this.#left -= 1;
    // A statement that does not come is not waited for without end.
    if (!this.isActive || this.#left > (this.#after === undefined ? 0 : -MOST_STEPS)) return;
    const { lives } = this.#harm;
    if (lives.length > 0) this.#strike(this.#random.pick(lives));
  }

  /** After a statement of a process took effect. */
  statement(step: Step, life: Life): void {
    if (!this.isActive || this.#left > 0 || step !== this.#after || !this.#harm.lives.includes(life)) return;
    this.#strike(life, `after ${step}: `);
  }

  #draw(): void {
    const random = this.#random;
    this.#left = random.between(1, MOST_STEPS);
    this.#after = random.chance(0.5) ? random.pick(TELLING) : undefined;
  }

  #strike(life: Life, when = ''): void {
    const random = this.#random;
    const harm = this.#harm;
    const kind = random.weighted({ kill: 6, stop: 4, cut: 3, hold: 3, session: 4, handOver: 3, crash: 3, stall: 1 });
    this.#draw();
    const name = `${when}${kind}`;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    switch (kind) {
      case 'kill':
        return harm.kill(life);
      case 'stop':
        // Some continue before their lease ends, and some after it.
        return harm.stop(life, random.between(100, 6000));
      case 'cut':
        return harm.cut(life, random.between(50, 4000));
      case 'hold':
        return harm.hold(life, random.between(100, 5000));
      case 'session':
        return harm.loseSession(life);
      case 'handOver':
        return harm.handOver(life);
      case 'crash':
        return harm.crashDatabase(random.between(20, 1500));
      case 'stall':
        return harm.stallDatabase(random.between(100, 3000));
    }
  }
}
