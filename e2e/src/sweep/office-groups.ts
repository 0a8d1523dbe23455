import type { StaffClient } from '../support/staff-client.ts';
import { inTurn, over } from './steps.ts';
import type { Steps } from './state.ts';

/** A rule that says nothing, to which a test adds what it sets. */
const NOTHING = { markup: null, commission: null, swap: null, max_leverage: null, tiers: null, offered: null };
const LEVELS = { stop_out_percent: null, margin_call_percent: null };

/**
 * Creates a group with rules of every kind, and a change of the group of live accounts that waits for a second person.
 * Returns the number of the new group.
 */
export async function addGroups(root: StaffClient, head: StaffClient): Promise<number> {
  const { categories } = await head.call('officeCategories');
  const [first, second] = categories.filter(({ instruments }) => instruments > 0);
  const idOf = async (q: string): Promise<number> => (await head.call('officeInstruments', { q })).list[0]?.id ?? 0;
  const club = {
    name: 'Large accounts, all year round',
    note: 'By the agreement of 3 November',
    stop_out_percent: 40,
    margin_call_percent: 90,
    hedged_margin: 'none',
    rules: [
      {
        ...NOTHING,
        scope: 'category',
        id: first?.id,
        markup: { mode: 'spreadShare', percent: '25' },
        commission: { mode: 'perMillion', rate: '30' },
        max_leverage: 200,
      },
      { ...NOTHING, scope: 'category', id: second?.id, offered: false },
      {
        ...NOTHING,
        scope: 'instrument',
        id: await idOf('EURUSD'),
        markup: { mode: 'points', bid: 2, ask: 3 },
        commission: { mode: 'perLot', rate: '7.5' },
        swap: { mode: 'points', long: '-7.25', short: '1.5' },
        tiers: [
          { from_usd: '0', leverage: 100 },
          { from_usd: '100000', leverage: 50 },
          { from_usd: '1000000', leverage: 20 },
        ],
      },
      { ...NOTHING, scope: 'instrument', id: await idOf('XAUUSD'), swap: { mode: 'free' }, tiers: [] },
    ],
    reason: 'Agreed with the largest clients',
  };
  const added = await root.call('officeAddGroup', club);
  if (added.proposal !== null) await head.call('decideProposal', { id: added.proposal, approve: true });
  const { list } = await head.call('officeGroups', { q: 'Large' });
  const id = list[0]?.id ?? 0;
  const { list: groups } = await head.call('officeGroups');
  const live = groups.find(({ default_of: kind }) => kind === 'real');
  await root.call('officeChangeGroup', {
    id: live?.id,
    version: live?.version,
    name: live?.name,
    note: '',
    ...LEVELS,
    rules: [{ ...NOTHING, scope: 'instrument', id: await idOf('GBPUSD'), swap: { mode: 'free' } }],
    reason: 'Swap-free from next month on',
  });
  return id;
}

/** Opens the fields of the rule of EURUSD, which has the most of them. */
export const openRule: Steps = async ({ page }) => {
  const rule = page.getByTestId('rule').filter({ hasText: 'EURUSD' });
  await rule.getByRole('button', { expanded: false }).first().click();
  await rule.getByTestId('markup-effect').waitFor();
};

/** Changes the stop-out level and opens the dialog that says what changes. */
export const reviewGroup: Steps = over(async ({ page, say }) => {
  await page.getByRole('textbox', { name: say('office.field.stop_out_percent'), exact: true }).fill('35');
  await page.getByRole('button', { name: say('office.action.review'), exact: true }).click();
  await page.getByRole('dialog').getByTestId('effect').waitFor();
});

/** Adds a rule that sets nothing, and asks for the review. */
export const reviewNothing: Steps = async ({ page, say }) => {
  await page.getByRole('combobox', { name: say('office.field.applies_to') }).selectOption({ index: 1 });
  await page.getByRole('button', { name: say('office.groups.addRule'), exact: true }).click();
  await page.getByRole('combobox', { name: say('office.field.tiers') }).selectOption('own');
  await page.getByRole('button', { name: say('office.groups.addTier'), exact: true }).click();
  await page.getByRole('button', { name: say('office.action.review'), exact: true }).click();
  await page.getByRole('alert').first().waitFor();
};

/** Opens the dialog that moves an account, with the group of the test. */
export const moveToGroup: Steps = inTurn(
  over(({ page, say }) => page.getByRole('button', { name: say('office.groups.move'), exact: true }).click()),
  async ({ page, say }) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: say('office.field.group_id') }).selectOption({ index: 1 });
    await dialog.getByTestId('effect').waitFor();
  },
);
