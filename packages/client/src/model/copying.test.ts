import { lots } from '@fairlot/domain';
import { expect, it } from 'vitest';
import { formatLotsText } from '../format/figures.ts';
import { copyPreviewFrom } from './copying.ts';

const preview = (ratio: string) =>
  copyPreviewFrom({ ratio, leader_equity: '98267.12', fee_percent: 20, positions: [] });

it.each([
  ['0.05088123', '0.0508', '0.0508'],
  ['0.2', '0.2', '0.20'],
  ['1.99999999', '1.9999', '1.9999'],
  ['0.00009', '0', '0.00'],
])('rounds the ratio of a copy down to lots (%s)', (ratio, whole, shown) => {
  expect(preview(ratio).ratio).toBe(lots(whole));
  expect(formatLotsText(preview(ratio).ratio)).toBe(shown);
});
