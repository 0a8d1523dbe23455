import { describe, expect, it } from 'vitest';
import { InvariantError } from '../index.ts';
import { firstDisagreement } from './broken-engine.test-support.ts';
import { PART_BREAKAGES } from './broken-parts.test-support.ts';
import { Disagreement } from './index.ts';

describe('the auditor of partial closes', { timeout: 600_000 }, () => {
  it.each(Object.keys(PART_BREAKAGES))('objects when %s', (name) => {
    const error = firstDisagreement(PART_BREAKAGES[name]?.(), ({ parting }) => parting > 0);
    expect(error).toBeInstanceOf(Disagreement);
    // The auditor must find it, not the engine's own checks.
    expect((error as Disagreement).cause).not.toBeInstanceOf(InvariantError);
  });
});
