/** One life of a simulated process. Nothing that belongs to it runs after its end; while it is stopped, everything waits. */
export class Life {
  readonly name: string;
  /** Tasks that came due while it was stopped, in order. */
  readonly held: Task[] = [];
  isStopped = false;
  isOver = false;

  constructor(name: string) {
    this.name = name;
  }
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly life: Life;
  readonly run: () => void;
  isCancelled: boolean;
}

/** The globals that the parts under test wait with. */
interface Timers {
  readonly setTimeout: typeof setTimeout;
  readonly clearTimeout: typeof clearTimeout;
  readonly setInterval: typeof setInterval;
  readonly clearInterval: typeof clearInterval;
  readonly setImmediate: typeof setImmediate;
}

/**
 * A clock and an event loop for several processes in one. Code that runs in a turn of it gets its timers and its steady
 * clock from here, so a run depends on its seed alone. Each task and the promises that follow from it end before the next.
 */
export class VirtualTime {
  /** Virtual milliseconds since the start. */
  now = 0;
  /** Called before each task. */
  onTask: () => void = () => undefined;
  /** Tasks that have run. */
  tasks = 0;
  readonly #heap = new TaskHeap();
  #order = 0;
  #current: Life | undefined;
  #restore: () => void = () => undefined;

  /** Runs something as a process, after so many milliseconds. Returns its cancellation. */
  post(life: Life, delayMs: number, run: () => void): () => void {
    const task = { at: this.now + delayMs, order: (this.#order += 1), life, run, isCancelled: false };
    this.#heap.push(task);
    return () => {
      task.isCancelled = true;
    };
  }

  /** Resolves after so many milliseconds, for a process. */
  pause(life: Life, ms: number): Promise<void> {
    return new Promise((done) => {
      this.post(life, ms, done);
    });
  }

  /** Stops a process. Its timers go on, and what comes due waits. */
  stop(life: Life): void {
    life.isStopped = true;
  }

  /** Lets a stopped process continue with all that came due. */
  continue(life: Life): void {
    life.isStopped = false;
    for (const task of life.held.splice(0)) this.#heap.push({ ...task, at: this.now, order: (this.#order += 1) });
  }

  /** Runs tasks until a condition holds, or until a moment. Returns whether it holds. */
  async run(untilMs: number, isDone: () => boolean): Promise<boolean> {
    const turn = setImmediate;
    this.#install();
    try {
      while (!isDone()) {
        const task = this.#heap.pop();
        if (task === undefined || task.at > untilMs) return false;
        if (task.isCancelled || task.life.isOver) continue;
        this.now = Math.max(this.now, task.at);
        this.onTask();
        if (task.life.isStopped) task.life.held.push(task);
        else if (!task.life.isOver) await this.#turn(task, turn);
      }
      return true;
    } finally {
      this.#restore();
    }
  }

  async #turn(task: Task, turn: typeof setImmediate): Promise<void> {
    this.tasks += 1;
    this.#current = task.life;
    task.run();
    // All promises that follow from the task are settled before the next immediate.
    await new Promise((done) => {
      turn(done);
    });
    this.#current = undefined;
  }

  /** Replaces the timers. Outside of a turn the former ones answer, because a test's runner uses them as well. */
  #install(): void {
    const real: Timers = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate };
    const { performance } = globalThis;
    const handles = new WeakMap<object, () => void>();
    const handle = (cancel: () => void): object => {
      const made = { unref: () => made, ref: () => made, hasRef: () => true };
      handles.set(made, cancel);
      return made;
    };
    const after = (run: (...of: unknown[]) => void, ms: number, of: unknown[]): object | undefined => {
      const life = this.#current;
      return life === undefined ? undefined : handle(this.post(life, Math.max(0, ms), () => run(...of)));
    };
    const clear = (was: unknown): boolean => {
      const cancel = typeof was === 'object' && was !== null ? handles.get(was) : undefined;
      cancel?.();
      return cancel !== undefined;
    };
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0, ...of: []) => after(run, ms, of) ?? real.setTimeout(run, ms, ...of),
      setImmediate: (run: () => void, ...of: []) => after(run, 0, of) ?? real.setImmediate(run, ...of),
      setInterval: (run: () => void, ms = 0, ...of: []) =>
        this.#interval(run, ms, handle) ?? real.setInterval(run, ms, ...of),
      clearTimeout: (was: NodeJS.Timeout) => clear(was) || real.clearTimeout(was),
      clearInterval: (was: NodeJS.Timeout) => clear(was) || real.clearInterval(was),
    });
    // Also between turns, in which parts are asked whether they are ready.
    performance.now = () => this.now;
    this.#restore = () => {
      Object.assign(globalThis, real);
      Reflect.deleteProperty(performance, 'now');
      this.#current = undefined;
    };
  }

  #interval(run: () => void, ms: number, handle: (cancel: () => void) => object): object | undefined {
    const life = this.#current;
    if (life === undefined) return undefined;
    let cancel: (() => void) | undefined;
    const next = (): void => {
      cancel = this.post(life, ms, () => {
        next();
        run();
      });
    };
    next();
    return handle(() => cancel?.());
  }
}

/** Tasks by their moment, and by their order at one moment. */
class TaskHeap {
  readonly #tasks: Task[] = [];

  push(task: Task): void {
    const tasks = this.#tasks;
    let at = tasks.push(task) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(task, tasks[parent]!)) break;
      tasks[at] = tasks[parent]!;
      at = parent;
    }
    tasks[at] = task;
  }

  pop(): Task | undefined {
    const tasks = this.#tasks;
    const first = tasks[0];
    const last = tasks.pop();
    if (first === undefined || last === undefined || tasks.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= tasks.length) break;
      if (child + 1 < tasks.length && isBefore(tasks[child + 1]!, tasks[child]!)) child += 1;
      if (!isBefore(tasks[child]!, last)) break;
      tasks[at] = tasks[child]!;
      at = child;
    }
    tasks[at] = last;
    return first;
  }
}

function isBefore(one: Task, other: Task): boolean {
  return one.at === other.at ? one.order < other.order : one.at < other.at;
}
