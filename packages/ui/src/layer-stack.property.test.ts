import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LayerStack } from './layer-stack.ts';

/** A simulated browser history. Like a browser's, its `go` runs later; queued tasks run when the test says so. */
class Browser {
  entries: unknown[] = [{ idx: 0 }];
  addresses = ['#/order'];
  at = 0;
  tasks: (() => void)[] = [];
  timers: (() => void)[] = [];
  stack: LayerStack;

  constructor() {
    const move = (delta: number): void => {
      const to = this.at + delta;
      if (to < 0 || to >= this.entries.length) return;
      this.at = to;
      this.stack.popped();
    };
    const current = (): unknown => this.entries[this.at];
    const address = (): string => this.addresses[this.at] ?? '';
    this.stack = new LayerStack(
      {
        get state() {
          return current();
        },
        get address() {
          return address();
        },
        pushState: (state) => this.#push(state, address()),
        go: (delta) => {
          const target = this.at + delta;
          this.tasks.push(() => move(this.lateFrom === 'entry at the call' ? target - this.at : delta));
        },
        follow: (to) => this.navigate(to),
      },
      (work, delayMs) => (delayMs === undefined ? this.tasks : this.timers).push(work),
    );
    this.goBack = () => this.tasks.push(() => move(-1));
    this.goForward = () => this.tasks.push(() => move(1));
  }

  goBack: () => void;
  goForward: () => void;
  /** Browsers count a pending `go` from different entries when a navigation comes in between. */
  lateFrom: 'entry at the call' | 'entry at its run' = 'entry at the call';

  /** Follows a link or a typed address at once, even while a `go` is pending. */
  navigate(address: string): void {
    this.route(address);
    this.stack.popped();
  }

  /** Adds an entry as the page's router does, which no popstate follows. */
  route(address: string): void {
    this.#push(null, address);
    this.stack.navigated();
  }

  #push(state: unknown, address: string): void {
    this.entries = [...this.entries.slice(0, this.at + 1), state];
    this.addresses = [...this.addresses.slice(0, this.at + 1), address];
    this.at += 1;
  }

  settle(): void {
    for (let steps = 0; this.tasks.length > 0; steps += 1) {
      if (steps > 1000) throw new Error('the history does not settle');
      this.tasks.shift()?.();
    }
  }

  depth(): number {
    return (this.entries[this.at] as { layer?: number } | null)?.layer ?? 0;
  }
}

const action = fc.constantFrom('open', 'open one that stays', 'close top', 'close bottom', 'back', 'forward', 'settle');

it('settles with one history entry per open layer after any sequence of events', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const browser = new Browser();
      const open: { release: () => void }[] = [];
      const drop = (layer: { release: () => void } | undefined): void => {
        if (layer === undefined) return;
        open.splice(open.indexOf(layer), 1);
        layer.release();
      };
      for (const what of actions) {
        if (what === 'open' || what === 'open one that stays') {
          const layer = { release: () => undefined as void };
          // Its owner removes a closed layer in the same task.
          layer.release = browser.stack.push(() => {
            if (what === 'open') drop(layer);
          });
          open.push(layer);
        } else if (what === 'close top') drop(open.at(-1));
        else if (what === 'close bottom') drop(open[0]);
        else if (what === 'back') browser.goBack();
        else if (what === 'forward') browser.goForward();
        else browser.settle();
      }
      browser.settle();
      expect(browser.depth()).toBe(open.length);
      expect(browser.entries[browser.at]).toHaveProperty('idx', 0);
    }),
    { numRuns: 2000 },
  );
});

it('closes the topmost layer on back and leaves the page alone', () => {
  const browser = new Browser();
  const closed: string[] = [];
  const add = (name: string): void => {
    const release = browser.stack.push(() => {
      closed.push(name);
      release();
    });
  };
  add('sheet');
  browser.settle();
  add('dialog');
  browser.settle();
  browser.goBack();
  browser.settle();
  expect(closed).toEqual(['dialog']);
  browser.goBack();
  browser.settle();
  expect([closed, browser.at]).toEqual([['dialog', 'sheet'], 0]);
});

it('closes a question above a layer that asked before it closes, and then asks again', () => {
  const browser = new Browser();
  const asked: string[] = [];
  let answered: (() => void) | undefined;
  browser.stack.push(() => {
    asked.push('close?');
    answered = browser.stack.push(() => answered?.());
  });
  browser.settle();
  for (const depth of [2, 1, 2, 1]) {
    browser.goBack();
    browser.settle();
    expect(browser.depth()).toBe(depth);
  }
  expect(asked).toEqual(['close?', 'close?']);
});

it('does not move in the history when one layer replaces another in the same task', () => {
  const browser = new Browser();
  const release = browser.stack.push(() => undefined);
  browser.settle();
  const before = browser.entries;
  release();
  browser.stack.push(() => undefined);
  browser.settle();
  expect(browser.entries).toBe(before);
});

/** A browser whose stack has called go(-1) for a closed layer, which the browser has not run yet. */
function steppingBack(): Browser {
  const browser = new Browser();
  const release = browser.stack.push(() => undefined);
  browser.settle();
  release();
  browser.tasks.shift()?.();
  return browser;
}

it.each(
  (['entry at the call', 'entry at its run'] as const).flatMap((lateFrom) =>
    (['navigate', 'route'] as const).map((way) => [lateFrom, way] as const),
  ),
)('a step back counted from the %s does not undo a navigation that came in between (%s)', (lateFrom, way) => {
  const browser = steppingBack();
  browser.lateFrom = lateFrom;
  browser[way]('#/trade');
  browser.settle();
  expect([browser.addresses[browser.at], browser.depth()]).toEqual(['#/trade', 0]);
  // Later the visitor goes back, and the stack does not interfere.
  browser.timers.splice(0).forEach((timer) => timer());
  browser.goBack();
  browser.settle();
  expect([browser.addresses[browser.at], browser.depth()]).toEqual(['#/order', 0]);
});

it('a step back that is pending does not undo a second navigation, to where the first one began', () => {
  const browser = steppingBack();
  browser.navigate('#/trade');
  browser.navigate('#/order');
  browser.settle();
  expect([browser.addresses[browser.at], browser.depth()]).toEqual(['#/order', 0]);
});

it('a step back that the browser drops for a navigation does not block later steps', () => {
  const browser = steppingBack();
  browser.tasks = [];
  browser.navigate('#/trade');
  browser.timers.splice(0).forEach((timer) => timer());
  browser.goBack();
  browser.settle();
  expect([browser.addresses[browser.at], browser.depth()]).toEqual(['#/order', 0]);
});

it('a step back that waits for the history leaves the page, not only the entry of the layer', () => {
  const browser = new Browser();
  browser.navigate('#/trade');
  const release = browser.stack.push(() => undefined);
  browser.settle();
  release();
  // The dialog may have faded before the stack's own step back was called, or while that is pending.
  browser.stack.settled(browser.goBack);
  browser.settle();
  expect([browser.addresses[browser.at], browser.depth()]).toEqual(['#/order', 0]);
});
