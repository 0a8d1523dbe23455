import { Customer } from '../support/customer.ts';
import type { SignedIn } from '../support/customer.ts';
import type { Mailbox } from '../support/mailbox.ts';
import type { Fairlot } from '../support/server.ts';
import { Staff } from '../support/staff.ts';

/** Settings of a server that is asked a lot by one address in a short time. */
export const PATIENT = {
  FAIRLOT_CALLS_PER_SECOND: '0',
  FAIRLOT_ORDERS_PER_SECOND: '0',
  FAIRLOT_CODES_PER_HOUR: '0',
  FAIRLOT_DEMOS_PER_HOUR: '0',
  FAIRLOT_SOCKETS_PER_ADDRESS: '0',
};

/** Who looks at a screen. */
export type Viewer = 'visitor' | 'demo' | 'real' | 'fresh';

/** Sessions of people whose screens have something to show, and the staff of the house that they are with. */
export type World = Readonly<Record<Exclude<Viewer, 'visitor'>, SignedIn>> & {
  readonly root: Staff;
  readonly desk: Staff;
  /** Number of the network that takes deposits. */
  readonly network: number;
};

/** An address of the standard's own example (EIP-55), and the example of the IBAN registry. */
export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const IBAN = 'DE89370400440532013000';
/** One transparent point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Three people: a demo trader with orders, a verified trader with money and records of every kind, and one who has just registered. */
export async function peopleOf(fairlot: Fairlot, mailbox: Mailbox): Promise<World> {
  const root = await Staff.setUp(fairlot.url, await fairlot.setUpUrl(), 'root');
  const desk = await root.hire('desk', ['finance', 'compliance', 'support']);
  const network = await openHouse(root);
  const demo = new Customer(fairlot.url);
  await demo.tryDemo();
  await trade(demo);
  await demo.call('followJoin', { name: 'Quiet Harbour' });
  await demo.call('supportSend', { text: 'How do I read the margin level?' });
  const real = new Customer(fairlot.url);
  await real.register('longest.possible.address.of.a.trader@mail.example.com', () =>
    mailbox.nextCode('longest.possible.address.of.a.trader@mail.example.com'),
  );
  await verify(real, desk);
  await moveMoney(real, desk, network);
  await trade(real);
  const fresh = new Customer(fairlot.url);
  await fresh.register('new@example.com', () => mailbox.nextCode('new@example.com'));
  return { demo: demo.signedIn, real: real.signedIn, fresh: fresh.signedIn, root, desk, network };
}

/** A network, a bank account and a piece of news; the number of the network. */
async function openHouse(root: Staff): Promise<number> {
  const networks = await root.call('staffNetworks');
  const erc20 = networks.find(({ protocol_code: protocol }) => protocol === 'ERC20');
  const { id } = await root.call('networkSave', {
    id: erc20?.id,
    currency_code: 'USDT',
    protocol_code: 'ERC20',
    address: ADDRESS,
    enabled: true,
  });
  const [coin] = await root.call('staffCoins');
  await root.call('receivingAccountSave', {
    bank_coin: coin?.id,
    bank_name: 'Bank of the Harbour',
    bank_address: '1 Quay',
    bank_swift: 'DEUTDEFF',
    payee_name: 'The House',
    payee_account: IBAN,
    bank_remark: 'Name your account number',
    enabled: true,
  });
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
  return id;
}

/** Open positions with stops, one that waits, one that is closed and one that was cancelled. */
async function trade(trader: Customer): Promise<void> {
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
  await buy('XAUUSD', { cont: '0.01' });
  const closed = await buy('USDJPY');
  await trader.call('close', { id: closed.order.Id });
  for (const share of [1.01, 1.02]) await buy('EURUSD', { status: '0', target_price: (price * share).toFixed(5) });
  const waiting = await trader.call('myDeal', { status: '0', page: 1 });
  await trader.call('cancelTrade', { id: waiting.data[0]?.Id ?? 0 });
}

async function verify(person: Customer, desk: Staff): Promise<void> {
  await person.call('submitIdentity', {
    name: 'A Traveller',
    card_id: 'X 123 456',
    front_pic: await person.upload(PICTURE),
    reverse_pic: await person.upload(PICTURE),
  });
  const { list } = await desk.call('identityQueue');
  await desk.call('approveIdentity', { id: list[0]?.id ?? 0, country: 'DE' });
}

/** Deposits and withdrawals in their states, with a bound address and a bank account. */
async function moveMoney(person: Customer, desk: Staff, network: number): Promise<void> {
  const deposits: number[] = [];
  for (const number of ['9000', '500', '700']) {
    const { id } = await person.call('chargeSubmit', {
      number,
      proofImg: await person.upload(PICTURE),
      address: ADDRESS,
      charge_id: network,
    });
    deposits.push(id);
  }
  await desk.call('depositFinish', { id: deposits[0] });
  await desk.call('depositReject', { id: deposits[1], reason: 'Nothing has arrived at our address' });
  const coin = (await person.call('drawCurrencies', { type: '1' })).find(({ protocol }) => protocol === 'ERC20');
  const [bank] = await person.call('drawCurrencies', { type: '2' });
  const address = await person.call('bindDrawMethod', { type: '1', draw_id: coin?.id ?? 0, dc_address: ADDRESS });
  await person.call('bindDrawMethod', {
    type: '2',
    draw_id: bank?.id ?? 0,
    bank_name: 'Bank of the Harbour',
    bank_address: '1 Quay',
    bank_swift: 'DEUTDEFF',
    payee_name: 'A Traveller',
    payee_account: IBAN,
  });
  const withdrawals: number[] = [];
  for (const number of ['150', '250']) {
    const { id } = await person.call('draw', {
      draw_currency_id: coin?.id ?? 0,
      number,
      memo: 'Rent',
      draw_method_id: address.id,
    });
    withdrawals.push(id);
  }
  await desk.call('withdrawalReject', { id: withdrawals[0], reason: 'The account is in another name' });
}
