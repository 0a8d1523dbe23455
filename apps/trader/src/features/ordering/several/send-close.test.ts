import { CallError } from '@fairlot/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideServices } from '../../../shared/services/services.ts';
import type { Services } from '../../../shared/services/services.ts';
import { resumeClose, sendClose } from './send-close.ts';

const CLOSE = { call: 'closeAll', input: { scope: 'all' } } as const;
const LIFETIME_MS = 120_000;

/** Keys of the calls that the server has got. */
const keys: string[] = [];
let answer: () => unknown = () => ({ closed: [], left: [] });
const lost = new CallError({ kind: 'transport', code: 'ERR_TIMEOUT' });
const refused = new CallError({ kind: 'refused', code: 4000, reason: 'market_closed' });

function call(_name: string, _input: unknown, { key }: { readonly key: string }): unknown {
  keys.push(key);
  return answer();
}

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  provideServices({ api: { call } } as unknown as Services);
});

afterEach(() => {
  keys.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function loseAnswers(): void {
  answer = () => {
    throw lost;
  };
}

it('sends a close whose answer was lost with the same key, on this page and after a reload', async () => {
  loseAnswers();
  expect(await sendClose('ada', CLOSE, [])).toBe(lost);
  expect(await sendClose('ada', CLOSE, [])).toBe(lost);
  answer = () => ({ closed: [], left: [] });
  expect(await resumeClose('ada')).toEqual({ closed: [], left: [] });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  // Its outcome is known.
  expect(await resumeClose('ada')).toBeUndefined();
});

it('does not send a close of long ago, of another user, or one that was refused', async () => {
  loseAnswers();
  await sendClose('ada', CLOSE, []);
  vi.advanceTimersByTime(LIFETIME_MS);
  expect(await resumeClose('ada')).toBeUndefined();
  await sendClose('ada', CLOSE, []);
  expect(await resumeClose('bob')).toBeUndefined();
  answer = () => {
    throw refused;
  };
  await sendClose('ada', CLOSE, []);
  expect(await resumeClose('ada')).toBeUndefined();
  const [long, later, again] = keys;
  expect(again).toBe(later);
  expect(later).not.toBe(long);
});

it('gives another choice another key', async () => {
  loseAnswers();
  await sendClose('ada', CLOSE, []);
  await sendClose('ada', { call: 'closeAll', input: { scope: 'winners' } }, []);
  expect(new Set(keys).size).toBe(2);
});
