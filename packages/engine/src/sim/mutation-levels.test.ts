import { describe, expect, it } from 'vitest';
import { InvariantError } from '../index.ts';
import { firstDisagreement } from './broken-engine.test-support.ts';
import { LEVEL_BREAKAGES } from './broken-partial-levels.test-support.ts';
import { Disagreement } from './index.ts';

describe('the auditor of partial levels', { timeout: 600_000 }, () => {
  it.each(Object.keys(LEVEL_BREAKAGES))('objects when %s', (name) => {
    const error = firstDisagreement(LEVEL_BREAKAGES[name]?.(), ({ layering }) => layering > 0);
    expect(error).toBeInstanceOf(Disagreement);
    // The auditor must find it, not the engine's own checks.
    expect((error as Disagreement).cause).not.toBeInstanceOf(InvariantError);
  });
});
