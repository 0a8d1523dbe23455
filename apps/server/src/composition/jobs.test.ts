import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SignalPair, openSignals } from '../../tests/support/signals.ts';
import type { BusSignals } from '../cluster/signals.ts';
import { createLog } from '../platform/log.ts';
import { JOBS_ELSEWHERE, WaitingJobs, jobsHere, wakerOf } from './jobs.ts';
import { Lifecycle } from './lifecycle.ts';

let signals: SignalPair;
let web: BusSignals;
let worker: BusSignals;
let steps: string[];
let lifecycle: Lifecycle;

beforeEach(() => {
  signals = openSignals();
  ({ one: web, other: worker } = signals);
  steps = [];
  lifecycle = new Lifecycle(createLog('silent'));
});
afterEach(() => signals.close());

const part = (name: string) => ({
  start: () => void steps.push(`start ${name}`),
  stop: () => void steps.push(`stop ${name}`),
});
const waking = (at: string) => ({ wake: () => void steps.push(`${at} works`) });

it('wait for their turn, start in the order of their names, and stop in the reverse order', async () => {
  const jobs = new WaitingJobs(lifecycle);
  await jobs.start('mail', part('mail'));
  await jobs.start('reports', part('reports'));
  expect([jobs.areHere, ...steps]).toEqual([false]);
  await jobs.begin();
  await jobs.start('bars', part('bars'));
  expect([jobs.areHere, ...steps]).toEqual([true, 'start mail', 'start reports', 'start bars']);
  await lifecycle.stop();
  expect(steps.slice(3)).toEqual(['stop bars', 'stop reports', 'stop mail']);
});

it('do not begin in a server that stops', async () => {
  const jobs = new WaitingJobs(lifecycle);
  await jobs.start('mail', part('mail'));
  await lifecycle.stop();
  await jobs.begin();
  expect(steps).toEqual([]);
});

it('are woken in the process that does them, wherever that is', async () => {
  const wake = wakerOf('reports', waking('web'), { jobs: JOBS_ELSEWHERE, signals: web });
  const here = jobsHere(lifecycle);
  wakerOf('mail', waking('mail'), { jobs: here, signals: worker });
  const wakeHere = wakerOf('reports', waking('worker'), { jobs: here, signals: worker });
  wake();
  await expect.poll(() => steps, { interval: 10 }).toEqual(['worker works']);
  wakeHere();
  expect(steps).toEqual(['worker works', 'worker works']);
});
