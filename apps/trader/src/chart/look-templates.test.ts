import { describe, expect, it } from 'vitest';
import { PLAIN_LOOK, presetOf, withIndicator } from './look.ts';
import {
  MOST_TEMPLATES,
  TEMPLATE_NAME_MAX,
  nameOf,
  readTemplates,
  withTemplate,
  withoutTemplate,
} from './look-templates.ts';

const trend = withIndicator(PLAIN_LOOK, presetOf('ma'));
const momentum = withIndicator({ ...PLAIN_LOOK, style: 'area' }, presetOf('rsi'));

describe('templates of indicators', () => {
  it('come back from the storage as they were saved; one name is one template', () => {
    const saved = withTemplate(withTemplate([], ' Trend ', trend) ?? [], 'Momentum', momentum) ?? [];
    expect(readTemplates(JSON.parse(JSON.stringify(saved)))).toEqual([
      { name: 'Trend', look: trend },
      { name: 'Momentum', look: momentum },
    ]);
    expect(withTemplate(saved, 'Trend', momentum)).toEqual([
      { name: 'Trend', look: momentum },
      { name: 'Momentum', look: momentum },
    ]);
    expect(withoutTemplate(saved, 'Trend')).toEqual([{ name: 'Momentum', look: momentum }]);
  });

  it('are bounded in number and name, and have one', () => {
    let full = readTemplates([]);
    for (let at = 0; at < MOST_TEMPLATES; at += 1) full = withTemplate(full, `T${at}`, trend) ?? [];
    expect(full).toHaveLength(MOST_TEMPLATES);
    expect(withTemplate(full, 'one more', trend)).toBeUndefined();
    expect(withTemplate(full, 'T3', momentum)?.[3]?.look).toEqual(momentum);
    expect(withTemplate([], '   ', trend)).toBeUndefined();
    expect(nameOf('x'.repeat(60))).toHaveLength(TEMPLATE_NAME_MAX);
    expect(nameOf(`x${'𝔸'.repeat(60)}`)).toBe(`x${'𝔸'.repeat(11)}`);
    expect(readTemplates([...full, ...full, { name: 'x', look: trend }])).toEqual(full);
  });

  it('with damaged parts lose those parts, and nothing else', () => {
    expect(readTemplates('nonsense')).toEqual([]);
    expect(readTemplates([{ name: '', look: trend }])).toEqual([]);
    const odd = { style: 'candles', indicators: [{ name: 'ma', parameters: [-5, 10, 30] }, presetOf('rsi')] };
    expect(readTemplates([{ name: 'odd', look: odd }])).toEqual([
      { name: 'odd', look: { style: 'candles', indicators: [presetOf('rsi')] } },
    ]);
  });
});
