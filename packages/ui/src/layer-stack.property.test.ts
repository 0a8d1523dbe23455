import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LayerStack } from './layer-stack.ts';

/** A browser's history with its way of moving later, and tasks that run when the test says so. */
class Browser {
  entries: unknown[] = [{ idx: 0 }];
  at = 0;
  tasks: (() => void)[] = [];
  stack: LayerStack;

  constructor() {
    const move = (delta: number): void => {
      const to = this.at + delta;
      if (to < 0 || to >= this.entries.length) return;
      this.at = to;
      this.stack.popped();
    };
    const current = (): unknown => this.entries[this.at];
    this.stack = new LayerStack({
      get state() { return current(); },
      pushState: (state) => {
        this.entries = [...this.entries.slice(0, this.at + 1), state];
        this.at += 1;
      },
      go: (delta) => this.tasks.push(() => move(delta)),
    }, (work) => this.tasks.push(work));
    this.goBack = () => this.tasks.push(() => move(-1));
    this.goForward = () => this.tasks.push(() => move(1));
  }

  goBack: () => void;
  goForward: () => void;

  settle(): void {
    for (let steps = 0; this.tasks.length > 0; steps += 1) {
      if (steps > 1000) throw new Error('the history never comes to rest');
      this.tasks.shift()?.();
    }
  }

  depth(): number {
    return (this.entries[this.at] as { layer?: number }).layer ?? 0;
  }
}

const action = fc.constantFrom('open', 'close top', 'close bottom', 'back', 'forward', 'settle');

it('comes to rest with one entry for each open layer, whatever happens in whatever order', () => {
  fc.assert(fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
    const browser = new Browser();
    const open: { release: () => void }[] = [];
    const drop = (layer: { release: () => void } | undefined): void => {
      if (layer === undefined) return;
      open.splice(open.indexOf(layer), 1);
      layer.release();
    };
    for (const what of actions) {
      if (what === 'open') {
        const layer = { release: () => undefined as void };
        layer.release = browser.stack.push(() => open.splice(open.indexOf(layer), 1));
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
  }), { numRuns: 2000 });
});

it('closes the topmost layer on back and leaves the page alone', () => {
  const browser = new Browser();
  const closed: string[] = [];
  browser.stack.push(() => closed.push('sheet'));
  browser.settle();
  browser.stack.push(() => closed.push('dialog'));
  browser.settle();
  browser.goBack();
  browser.settle();
  expect(closed).toEqual(['dialog']);
  browser.goBack();
  browser.settle();
  expect([closed, browser.at]).toEqual([['dialog', 'sheet'], 0]);
});

it('moves nothing when one layer gives way to another in the same moment', () => {
  const browser = new Browser();
  const release = browser.stack.push(() => undefined);
  browser.settle();
  const before = browser.entries;
  release();
  browser.stack.push(() => undefined);
  browser.settle();
  expect(browser.entries).toBe(before);
});
