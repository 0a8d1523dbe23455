import { setTimeout as delay } from 'node:timers/promises';
import { STAFF_ROLES } from '@fairlot/contract';
import { CustomerClient } from '../support/customer-client.ts';
import type { SignedIn } from '../support/customer-client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import type { Fairlot } from '../support/server.ts';
import { StaffClient } from '../support/staff-client.ts';
import { ADDRESS, IBAN, PROOF, openDeposits } from '../support/payment-terms.ts';

/** Settings of a server without rate limits, because the sweep makes many calls from one address. */
export const NO_RATE_LIMITS = {
  FAIRLOT_CALLS_PER_SECOND: '0',
  FAIRLOT_ORDERS_PER_SECOND: '0',
  FAIRLOT_CODES_PER_HOUR: '0',
  FAIRLOT_DEMOS_PER_HOUR: '0',
  FAIRLOT_DEMOS_PER_DAY: '0',
  FAIRLOT_DEMO_COMMANDS_PER_MINUTE: '0',
  FAIRLOT_NETWORK_BUDGET_PERCENT: '0',
  FAIRLOT_SOCKETS_PER_ADDRESS: '0',
};

/** The viewers of the trader's screens. */
export type Viewer = 'visitor' | 'demo' | 'real' | 'fresh';

/** Sessions of users with data on their screens, and clients of the staff. */
export type World = Readonly<Record<Exclude<Viewer, 'visitor'>, SignedIn>> & {
  readonly root: StaffClient;
  readonly officer: StaffClient;
  /** Has all roles, so that every button of the office is shown. */
  readonly head: StaffClient;
  /** Number of the network that accepts deposits. */
  readonly network: number;
};

/** A copy follows within a second; a busy machine may take longer. */
const TRY_MS = 250;
const MOST_TRIES = 360;

/** A PNG of one transparent pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Creates three users: a demo trader with orders, a verified trader with money and records of every kind, and a newly
 * registered one.
 */
export async function peopleOf(fairlot: Fairlot, mailbox: Mailbox): Promise<World> {
  const root = await StaffClient.setUp(fairlot.url, await fairlot.setUpUrl(), 'root');
  const officer = await root.hire('officer', ['finance', 'compliance', 'support'], mailbox);
  // Before the first live account: a new colleague may not approve for a day after it.
  const head = await root.hire('head.of.office', STAFF_ROLES, mailbox);
  const network = await openHouse(root);
  const demo = new CustomerClient(fairlot.url);
  await demo.tryDemo();
  await follow(demo, fairlot.url);
  await trade(demo);
  await demo.call('followJoin', { name: 'Quiet Harbour' });
  await demo.call('supportSend', { text: 'How do I read the margin level?' });
  const real = new CustomerClient(fairlot.url);
  await real.register('longest.possible.address.of.a.trader@mail.example.com', () =>
    mailbox.nextCode('longest.possible.address.of.a.trader@mail.example.com'),
  );
  await verify(real, officer);
  await moveMoney(real, officer, head, network);
  await trade(real);
  const fresh = new CustomerClient(fairlot.url);
  await fresh.register('new@example.com', () => mailbox.nextCode('new@example.com'));
  return { demo: demo.signedIn, real: real.signedIn, fresh: fresh.signedIn, root, officer, head, network };
}

/** Lets a trader copy another one, the first of the ranking, with a copied position and a deed that was left out. */
async function follow(copier: CustomerClient, url: string): Promise<void> {
  const leader = new CustomerClient(url);
  await leader.tryDemo();
  const { entry } = await leader.call('followJoin', { name: 'Patient Lamplighter' });
  await leader.call('setLead', { accepts: 1 });
  const terms = { allocation: '25000', stop_loss: '1000', max_slippage: '10', fee_percent: 0 };
  const { id } = await copier.call('copyStart', { trader_id: entry?.user.id ?? 0, ...terms });
  const instrument = (await leader.call('tradeList')).find(({ Code }) => Code === 'GBPUSD')?.Id ?? 0;
  for (const cont of ['0.40', '0.01'])
    await leader.call('submit', { type: 2, cont, forex_id: instrument, status: '1' });
  for (let tries = 0; (await copier.call('copyDeeds', { id })).total < 2; tries += 1) {
    if (tries > MOST_TRIES) throw new Error('the copy has not followed its leader');
    await delay(TRY_MS);
  }
}

/** Opens a network and closes it, so that it takes only reports of coins that were already sent. */
async function closeNetwork(root: StaffClient): Promise<void> {
  for (const enabled of [true, false]) {
    const found = (await root.call('staffNetworks')).find(({ currency_code: code }) => code === 'USDC');
    const { id, version } = found ?? {};
    const names = { currency_code: 'USDC', protocol_code: 'ERC20', address: ADDRESS };
    await root.call('networkSave', { id, version, ...names, enabled });
  }
}

/** Opens deposits and publishes a news item. Returns the number of the network. */
async function openHouse(root: StaffClient): Promise<number> {
  const network = await openDeposits(root);
  await closeNetwork(root);
  const news = await root.call('newsSave', {
    texts: [
      {
        language: 'en',
        title: 'Hours of trading on 24 December',
        desc: 'Metals close early.',
        content: '<p>Metals close at 18:00 UTC.</p>',
      },
    ],
  });
  await root.call('newsPublish', { id: news.id, version: news.version });
  return network;
}

/** Creates open positions with stops, a pending order, a closed position and a cancelled order. */
async function trade(trader: CustomerClient): Promise<void> {
  const list = await trader.call('tradeList');
  const idOf = (code: string): number => list.find(({ Code }) => Code === code)?.Id ?? 0;
  const buy = (code: string, more: Readonly<Record<string, string>> = {}): ReturnType<typeof trader.call<'submit'>> =>
    trader.call('submit', { type: 1, cont: '0.10', forex_id: idOf(code), status: '1', ...more });
  const { order } = await buy('EURUSD');
  const price = Number(order.Price);
  await trader.call('setStopPrice', {
    id: order.Id,
    stop_loss_price: (price * 0.99).toFixed(5),
    target_profit_price: (price * 1.01).toFixed(5),
  });
  await trader.call('setPartialLevels', {
    id: order.Id,
    levels: [
      { type: 'stop_loss', cont: '0.03', price: (price * 0.995).toFixed(5) },
      { type: 'take_profit', cont: '0.05', price: (price * 1.02).toFixed(5) },
    ],
  });
  await buy('XAUUSD', { cont: '0.01' });
  const closed = await buy('USDJPY');
  await trader.call('close', { id: closed.order.Id });
  const note = 'Closed before the news, as planned.';
  await trader.call('tradeNoteSave', { id: closed.order.Id, note, tags: ['Before the news', 'plan'] });
  for (const share of [1.01, 1.02]) await buy('EURUSD', { status: '0', target_price: (price * share).toFixed(5) });
  const waiting = await trader.call('myDeal', { status: '0', page: 1 });
  await trader.call('cancelTrade', { id: waiting.data[0]?.Id ?? 0 });
}

async function verify(person: CustomerClient, officer: StaffClient): Promise<void> {
  await person.call('submitIdentity', {
    name: 'A Traveller',
    card_id: 'X 123 456',
    front_pic: await person.upload(PICTURE),
    reverse_pic: await person.upload(PICTURE),
  });
  const { list } = await officer.call('identityQueue');
  await officer.call('approveIdentity', { id: list[0]?.id ?? 0, country: 'DE' });
}

/** Creates deposits and withdrawals in all states, with a bound address and a bank account. */
async function moveMoney(
  person: CustomerClient,
  officer: StaffClient,
  head: StaffClient,
  network: number,
): Promise<void> {
  const deposits: number[] = [];
  for (const number of ['9000', '500', '700']) {
    const { id } = await person.call('chargeSubmit', {
      number,
      proofImg: await person.upload(PICTURE),
      address: ADDRESS,
      charge_id: network,
      transaction_id: number.padStart(8, '0').repeat(8),
    });
    deposits.push(id);
  }
  await officer.call('depositFinish', { id: deposits[0] });
  await head.call('depositFinish', { id: deposits[0] });
  await officer.call('depositReject', { id: deposits[1], reason: 'Nothing has arrived at our address' });
  const coin = (await person.call('drawCurrencies', { type: '1' })).find(({ protocol }) => protocol === 'ERC20');
  const [bank] = await person.call('drawCurrencies', { type: '2' });
  const address = await person.call('bindDrawMethod', {
    type: '1',
    draw_id: coin?.id ?? 0,
    dc_address: ADDRESS,
    ...PROOF,
  });
  await person.call('bindDrawMethod', {
    type: '2',
    draw_id: bank?.id ?? 0,
    bank_name: 'Bank of the Harbour',
    bank_address: '1 Quay',
    bank_swift: 'DEUTDEFF',
    payee_name: 'A Traveller',
    payee_account: IBAN,
    bank_remark: 'Savings',
    ...PROOF,
  });
  const withdrawals: number[] = [];
  for (const number of ['150', '250']) {
    const { id } = await person.call('draw', {
      draw_currency_id: coin?.id ?? 0,
      number,
      memo: 'Rent',
      draw_method_id: address.id,
      ...PROOF,
    });
    withdrawals.push(id);
  }
  await officer.call('withdrawalReject', { id: withdrawals[0], reason: 'The account is in another name' });
}
