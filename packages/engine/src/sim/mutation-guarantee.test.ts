import { describe, expect, it } from 'vitest';
import { InvariantError } from '../index.ts';
import { firstDisagreement } from './broken-engine.test-support.ts';
import { GUARANTEE_BREAKAGES } from './broken-guarantee.test-support.ts';
import { Disagreement } from './index.ts';

describe('the auditor of guaranteed stops', { timeout: 600_000 }, () => {
  it.each(Object.keys(GUARANTEE_BREAKAGES))('objects when %s', (name) => {
    const error = firstDisagreement(GUARANTEE_BREAKAGES[name]?.(), ({ guaranteeing }) => guaranteeing > 0);
    expect(error).toBeInstanceOf(Disagreement);
    // The auditor must find it, not the engine's own checks.
    expect((error as Disagreement).cause).not.toBeInstanceOf(InvariantError);
  });
});
