import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { calls } from '@fairlot/contract';
import { Customer } from '../support/customer.ts';
import { codeFromOutbox, invite, setUpDesk } from '../support/desk.ts';
import type { Desk } from '../support/desk.ts';
import { openPhone } from '../support/phone.ts';

const PASSWORD = 'a quiet harbour';
/** An address of the standard's own example (EIP-55). */
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** Who looks at a screen; `fresh` is a real account on which nothing has happened yet. */
export type Viewer = 'visitor' | 'demo' | 'real' | 'fresh';

/** What the page keeps of a signed-in user, by viewer. */
export type Sessions = Readonly<Partial<Record<Viewer, string>>>;

/** Makes the people who look, with records on the screens of some: a demo trader, a verified customer, and a new one. */
export async function preparePeople(browser: Browser, url: string, setUpLink: string): Promise<Sessions> {
  const root = await setUpDesk(browser, url, setUpLink, 'root');
  await openNetwork(root);
  const [realName, freshName] = [`real-${randomUUID()}@example.com`, `fresh-${randomUUID()}@example.com`];
  const real = new Customer(url);
  await real.register(realName, () => latestCode(root));
  const fresh = new Customer(url);
  await fresh.register(freshName, () => latestCode(root));
  await submitIdentity(real);
  const reviewer = await setUpDesk(browser, url, await invite(root, 'reviewer', 'compliance'));
  await verify(reviewer);
  const [network] = await real.call('chargeNetworks');
  await real.call('chargeSubmit', { number: '8000', proofImg: await real.upload(PIXEL), address: network?.address ?? '', charge_id: network?.id ?? 0 });
  const till = await setUpDesk(browser, url, await invite(root, 'till', 'finance'));
  await till.open('/deposits');
  await decideFirst(till, 'a');
  await till.confirm(till.say('deposits.approve'));
  await real.call('chargeSubmit', { number: '250', proofImg: await real.upload(PIXEL), address: network?.address ?? '', charge_id: network?.id ?? 0 });
  await trade(real);
  await Promise.all([root, reviewer, till].map(({ context }) => context.close()));
  return { demo: await demoSession(browser, url), real: await sessionOf(url, realName), fresh: await sessionOf(url, freshName) };
}

/** The outbox as it is now, not as it was read before. */
async function latestCode(root: Desk): Promise<string> {
  await root.open('/outbox');
  await root.page.reload();
  return codeFromOutbox(root);
}

async function openNetwork({ page, say, open, confirm }: Desk): Promise<void> {
  await open('/funding?tab=networks');
  await page.getByRole('row', { name: /USDT ERC20/ }).getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('field.address') }).fill(ADDRESS);
  await dialog.getByRole('switch', { name: say('field.enabled') }).click();
  await dialog.getByRole('button', { name: say('action.review') }).click();
  await confirm(say('action.save'));
}

async function submitIdentity(customer: Customer): Promise<void> {
  const [front, back] = [await customer.upload(PIXEL), await customer.upload(PIXEL)];
  await customer.call('submitIdentity', { name: 'A Traveller', card_id: 'X1234567', front_pic: front, reverse_pic: back });
}

async function decideFirst({ page }: Desk, key: string): Promise<void> {
  await page.reload();
  await page.getByTestId('row').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.keyboard.press(key);
}

async function verify(reviewer: Desk): Promise<void> {
  await reviewer.open('/identity');
  await decideFirst(reviewer, 'a');
  await reviewer.page.getByRole('dialog').getByRole('textbox', { name: reviewer.say('field.country') }).fill('DE');
  await reviewer.confirm(reviewer.say('identity.approve'));
}

/** Positions of both sides, with and without levels, a pending order, and a closed one. */
async function trade(customer: Customer): Promise<void> {
  const market = await customer.call('tradeList');
  const idOf = (code: string): number => market.find(({ Code }) => Code === code)?.Id ?? 0;
  const order = { status: 1, stop_loss_price: 0, target_profit_price: 0, multiple: 100 };
  const { order: closed } = await customer.call('submit', { ...order, type: 2, cont: '0.3', forex_id: idOf('XAUUSD') });
  await customer.call('submit', { ...order, type: 1, cont: '0.5', forex_id: idOf('EURUSD') });
  await customer.call('submit', { ...order, type: 2, cont: '0.2', forex_id: idOf('GBPUSD') });
  await customer.call('submit', { ...order, status: 0, target_price: '100', type: 1, cont: '0.1', forex_id: idOf('USDJPY') });
  await customer.call('close', { id: closed.Id });
}

async function sessionOf(url: string, account: string): Promise<string> {
  const response = await fetch(url + calls.login.path, {
    method: 'POST', headers: { 'content-type': 'application/json', lang: 'en', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ account, password: PASSWORD, login_type: 'email' }),
  });
  const { data } = (await response.json()) as { data: { token: string; user: unknown } };
  return JSON.stringify({ token: data.token, user: data.user, demoId: null });
}

async function demoSession(browser: Browser, url: string): Promise<string> {
  const { page, context, say, open } = await openPhone(browser, url);
  await open('/login?from=/user');
  await page.getByRole('button', { name: say('login.demo') }).click();
  await page.getByTestId('balance').waitFor();
  const session = await page.evaluate(() => localStorage.getItem('fairlot.session') ?? '');
  await context.close();
  return session;
}
