import { describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { Lifecycle } from './lifecycle.ts';

function setUp() {
  const steps: string[] = [];
  const part = (name: string, problem?: { readonly start?: Error; readonly stop?: Error }) => ({
    start: () => {
      steps.push(`start ${name}`);
      if (problem?.start !== undefined) throw problem.start;
    },
    stop: async () => {
      await Promise.resolve();
      steps.push(`stop ${name}`);
      if (problem?.stop !== undefined) throw problem.stop;
    },
  });
  return { steps, part, lifecycle: new Lifecycle(createLog('silent')) };
}

describe('the lifecycle', () => {
  it('stops the parts one by one in the reverse order of their start', async () => {
    const { steps, part, lifecycle } = setUp();
    await lifecycle.start('a', part('a'));
    lifecycle.onStop('b', () => {
      steps.push('stop b');
    });
    await lifecycle.start('c', part('c'));
    await lifecycle.stop();
    expect(steps).toEqual(['start a', 'start c', 'stop c', 'stop b', 'stop a']);
  });

  it('stops a part that starts in the background while others stop', async () => {
    const { steps, part, lifecycle } = setUp();
    await lifecycle.start('a', part('a'));
    lifecycle.onStop('start of b', () => lifecycle.start('b', part('b')));
    await lifecycle.stop();
    expect(steps).toEqual(['start a', 'start b', 'stop b', 'stop a']);
  });

  it('stops the other parts when one fails, and rejects at the end', async () => {
    const { steps, part, lifecycle } = setUp();
    await lifecycle.start('a', part('a'));
    await lifecycle.start('b', part('b', { stop: new Error('b hangs') }));
    await lifecycle.start('c', part('c', { stop: new Error('c hangs') }));
    const error = await lifecycle.stop().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors.map(String)).toEqual(['Error: c hangs', 'Error: b hangs']);
    expect(steps.slice(3)).toEqual(['stop c', 'stop b', 'stop a']);
  });

  it('stops a part whose start failed', async () => {
    const { steps, part, lifecycle } = setUp();
    await expect(lifecycle.start('a', part('a', { start: new Error('no port') }))).rejects.toThrow('no port');
    await lifecycle.stop();
    expect(steps).toEqual(['start a', 'stop a']);
  });

  it('stops only once', async () => {
    const { steps, part, lifecycle } = setUp();
    await lifecycle.start('a', part('a'));
    expect(lifecycle.isStopping).toBe(false);
    const stops = [lifecycle.stop(), lifecycle.stop()];
    expect(lifecycle.isStopping).toBe(true);
    await Promise.all(stops);
    await lifecycle.stop();
    expect(steps).toEqual(['start a', 'stop a']);
  });
});
