import type { Random } from '@fairlot/engine/sim';
import type { SystemCommandDraft } from '../../../apps/server/src/trading/port.ts';
import type { Answer } from './answer.ts';
import type { ShardsAuditor } from './auditor.ts';
import { INSTRUMENTS, RULES, someTerms } from './shared-terms.ts';

export interface StaffOptions {
  readonly random: Random;
  readonly auditor: ShardsAuditor;
  readonly pause: (ms: number) => Promise<void>;
  readonly call: (draft: SystemCommandDraft, told: (answer: Answer) => void) => Promise<Answer | undefined>;
}

/** Staff who change what all shards have alike, one thing after the other. */
export class Staff {
  commands = 0;
  readonly #options: StaffOptions;

  constructor(options: StaffOptions) {
    this.#options = options;
  }

  /** Sets the rules and lists the instruments. */
  async open(): Promise<void> {
    await this.#announce({ type: 'setRules', rules: RULES });
    for (const instrument of INSTRUMENTS) await this.#announce({ type: 'defineInstrument', instrument });
  }

  /** Changes terms so many times, and ends with all instruments dealt in. */
  async work(changes: number): Promise<void> {
    const { random, pause } = this.#options;
    for (let count = 0; count < changes; count += 1) {
      await pause(random.between(100, 3000));
      await this.#announce(someTerms(random));
    }
    for (const { id } of INSTRUMENTS)
      await this.#announce({ type: 'setDealing', instrument: id, mode: 'normal', staff: 1, memo: 'again' });
  }

  /** Sends a command until all shards have acknowledged it, or one refuses it for what it asks. */
  async #announce(draft: SystemCommandDraft): Promise<void> {
    const { random, auditor, pause, call } = this.#options;
    this.commands += 1;
    for (;;) {
      const answer = await call(draft, (told) => auditor.told(draft, told.outcome));
      if (answer !== undefined && (answer.outcome.ok || answer.outcome.reason !== 'not_ready')) return;
      await pause(random.between(10, 800));
    }
  }
}
