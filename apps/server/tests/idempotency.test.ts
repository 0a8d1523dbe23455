import { randomBytes, randomUUID } from 'node:crypto';
import { CODES, type Call, type CallName, calls } from '@fairlot/contract';
import { DAY_MS, stampOfTime, timeKey } from '@fairlot/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../src/security/totp.ts';
import { Trader } from './support/copying.ts';
import { fromBase32 } from './support/office.ts';
import { type Bank, ETHEREUM_ADDRESS, IBAN, boundAddress, fundedUser, openBank, uploaded } from './support/money.ts';
import { marketOrder, pendingOrder } from './support/order-calls.ts';
import { PASSWORD, type RealUser, query, registerUser } from './support/real-user.ts';
import { passkeySamples } from './support/passkey-samples.ts';

type Input = Readonly<Record<string, unknown>>;
interface Sample {
  readonly input: Input;
  /** An input that differs, for a call that has one. */
  readonly other?: Input;
}

let bank: Bank;
let user: RealUser;
beforeAll(async () => {
  bank = await openBank();
  user = await fundedUser(bank, '20000');
});
afterAll(() => bank.server.stop());

const ask = <Name extends CallName>(name: Name, input: Input = {}, key: string = randomUUID()) =>
  bank.server.call(name, input, { token: user.token, key });
/** The same without the envelope's types, for calls picked from a list. */
const asked = async (name: CallName, input: Input, key?: string) => (await ask(name, input, key)).envelope;
const codeOf = (secret: string, ahead = 0) => totpCode(fromBase32(secret), totpStep(Date.now()) + ahead);

/** The owner's proof is the password again, after other samples have turned the authenticator on. */
let leaders = 0;

/** The terms of a copy of a new leader. */
async function leading() {
  const leader = new Trader(bank.server, await registerUser(bank.server));
  leaders += 1;
  return { trader_id: await leader.lead(`Harbour ${leaders}`), fee_percent: 0, allocation: '100' };
}

/** A running copy of the user. */
async function copyOf(): Promise<number> {
  return (await new Trader(bank.server, user).do('copyStart', await leading())).id;
}

async function passwordOnly(): Promise<string> {
  await query(bank.server, 'update users set totp_secret = null, totp_since = null where id = $1', [user.id]);
  await query(bank.server, 'delete from passkeys where user_id = $1', [user.id]);
  return PASSWORD;
}
const draw = async (): Promise<Input> => ({
  password: await passwordOnly(),
  draw_currency_id: bank.coin,
  number: '100',
  draw_method_id: await boundAddress(bank, user),
});
const device = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url'),
  auth: Buffer.alloc(16, 7).toString('base64url'),
});
const alert = async (): Promise<Input> => ({
  forex_id: await bank.server.instrument('EURUSD'),
  side: 'bid',
  direction: 'rise',
  price: '9',
});
const waitingOrder = async (): Promise<number> =>
  (await ask('submit', pendingOrder(await bank.server.instrument('EURUSD')))).envelope.data.order.Id;
let secret = '';

/** For each state-changing call of a user: how it is asked for. Two inputs of one call differ. */
const SAMPLES: Partial<Record<CallName, () => Promise<Sample> | Sample>> = {
  // Kept by the calls themselves.
  submit: async () => {
    const instrument = await bank.server.instrument('EURUSD');
    return { input: pendingOrder(instrument), other: pendingOrder(instrument, { cont: '0.2' }) };
  },
  chargeSubmit: async () => {
    const input = {
      number: '100',
      proofImg: await uploaded(bank.server, user.id),
      address: ETHEREUM_ADDRESS,
      charge_id: bank.network,
    };
    return { input, other: { ...input, number: '101' } };
  },
  wireSubmit: async () => {
    const input = { number: '100', proofImg: await uploaded(bank.server, user.id), wire_id: bank.wire };
    return { input, other: { ...input, number: '101' } };
  },
  draw: async () => ({ input: await draw(), other: { ...(await draw()), number: '101' } }),
  bindDrawMethod: async () => {
    const input = {
      password: await passwordOnly(),
      type: '2',
      draw_id: bank.usd,
      bank_name: 'B',
      payee_name: 'P',
      payee_account: IBAN,
    };
    return { input, other: { ...input, payee_name: 'Q' } };
  },
  supportSend: () => ({ input: { text: 'Hello' }, other: { text: 'Good day' } }),
  feedbackSubmit: () => ({
    input: { kind: 'complaint', text: 'It is slow' },
    other: { kind: 'suggestion', text: 'It is slow' },
  }),
  alertSet: async () => ({ input: await alert(), other: { ...(await alert()), price: '8' } }),
  // Kept by the pipeline.
  alertRemove: async () => ({
    input: { id: (await ask('alertSet', await alert())).envelope.data.id },
    other: { id: 1 },
  }),
  endSession: async () => {
    await passwordOnly();
    return { input: { password: PASSWORD }, other: { password: PASSWORD, id: 999_999 } };
  },
  ...passkeySamples(
    () => bank.server,
    () => user.token,
    passwordOnly,
  ),
  totpBegin: async () => {
    await passwordOnly();
    const input = { password: PASSWORD };
    secret = (await ask('totpBegin', input)).envelope.data.secret;
    return { input: { password: 'not the harbour' }, other: input };
  },
  totpConfirm: () => ({ input: { code: codeOf(secret) }, other: { code: '000000' } }),
  totpRecovery: () => ({
    input: { password: PASSWORD, code: codeOf(secret, 1) },
    other: { password: PASSWORD, code: '000000' },
  }),
  totpRemove: () => ({ input: { password: PASSWORD, code: '000000' }, other: { password: PASSWORD, code: '000001' } }),
  drawCancel: async () => ({
    input: { id: (await ask('draw', await draw())).envelope.data.id },
    other: { id: 999_999 },
  }),
  delDrawMethod: async () => {
    await passwordOnly();
    return { input: { id: await boundAddress(bank, user) }, other: { id: 999_999 } };
  },
  pushSubscribe: () => ({ input: device(), other: device() }),
  pushUnsubscribe: () => ({ input: { endpoint: device().endpoint }, other: { endpoint: device().endpoint } }),
  setMarketing: () => ({ input: { accepted: true }, other: { accepted: false } }),
  setStatementMail: () => ({ input: { mode: 'daily' }, other: { mode: 'off' } }),
  followJoin: () => ({ input: { name: 'Quiet Harbour' }, other: { name: 'Loud Harbour' } }),
  followLeave: () => ({ input: {} }),
  setLead: () => ({ input: { accepts: 0 }, other: { accepts: 0, fee_percent: 1 } }),
  copyStart: async () => {
    const input = await leading();
    return { input, other: { ...input, allocation: '101' } };
  },
  copyAmend: async () => {
    const id = await copyOf();
    return { input: { id, allocation: '100' }, other: { id, allocation: '101' } };
  },
  copyPause: async () => ({ input: { id: await copyOf() }, other: { id: 999_999 } }),
  copyResume: async () => ({ input: { id: await copyOf() }, other: { id: 999_999 } }),
  copyStop: async () => ({ input: { id: await copyOf(), close: 0 }, other: { id: 999_999, close: 0 } }),
  cancelFactorReset: () => ({ input: {} }),
  askEmailChange: () => ({
    input: { email: 'another@example.com', password: 'not the harbour' },
    other: { email: 'one.more@example.com', password: 'not the harbour' },
  }),
  cancelEmailChange: () => ({ input: {} }),
  tradeNoteSave: async () => {
    const input = { id: await waitingOrder(), note: 'Waits', tags: ['news'] };
    return { input, other: { ...input, note: 'Waited' } };
  },
  tradeNoteErase: async () => ({ input: { id: await waitingOrder() }, other: { id: 999_999 } }),
  supportRead: () => ({ input: { id: 1 }, other: { id: 2 } }),
  workspaceSave: () => ({
    input: { section: 'favourites', value: '["EURUSD"]', changed_at: 5 },
    other: { section: 'favourites', value: '[]', changed_at: 5 },
  }),
};

/** Calls that keep their keys themselves and whose repeats are tested elsewhere, or below. */
const TESTED_ELSEWHERE: Partial<Record<CallName, string>> = {
  resetDemo: 'below',
  close: 'below',
  closeBy: 'orders-close.test.ts',
  closeAll: 'orders-close.test.ts',
  cancelTrade: 'below',
  setStopPrice: 'below',
  setPartialLevels: 'below',
  amendPassword: 'auth-messages.test.ts',
  amendPendingOrder: 'orders-amend.test.ts',
  submitIdentity: 'identity.test.ts',
  imageUpload: 'uploads.test.ts',
};

const changing = (Object.entries(calls) as [CallName, Call][]).filter(
  ([, call]) => call.changesState && call.access !== 'visitor' && call.idempotency !== 'none',
);

describe('a repeat under the same idempotency key', () => {
  it.each(changing.map(([name]) => name).filter((name) => TESTED_ELSEWHERE[name] === undefined))(
    'of %s gets the first answer, and another request under that key is refused',
    async (name) => {
      const sample = SAMPLES[name];
      if (sample === undefined) throw new Error(`${name} changes state and has no sample here`);
      const { input, other } = await sample();
      const key = randomUUID();
      const first = await asked(name, input, key);
      expect(['bad_request', 'session_invalid', 'internal']).not.toContain(first.reason);
      expect(await asked(name, input, key)).toEqual(first);
      if (other !== undefined) expect((await asked(name, other, key)).reason).toBe('key_reused');
      expect(await asked(name, input, key)).toEqual(first);
    },
  );

  it('of a change to an order or a demo account succeeds again and changes nothing', async () => {
    const { token } = await bank.server.demo();
    const instrument = await bank.server.instrument('EURUSD');
    const call = async (name: CallName, input: Input, key: string = randomUUID()) =>
      (await bank.server.call(name, input, { token, key })).envelope;
    const place = async (input: Input) => (await bank.server.call('submit', input, { token })).envelope.data.order.Id;
    const list = (await bank.server.call('tradeList')).envelope.data;
    const below = (Number(list.find(({ Id }) => Id === instrument)?.ForexQuotations?.Bid) * 0.98).toFixed(5);
    const [open, pending] = [await place(marketOrder(instrument)), await place(pendingOrder(instrument))];
    for (const [name, input, other] of [
      ['setStopPrice', { id: open, stop_loss_price: below }, { id: open, stop_loss_price: '0' }],
      ['setPartialLevels', { id: open, levels: [] }, { id: pending, levels: [] }],
      ['close', { id: open }, { id: pending }],
      ['cancelTrade', { id: pending }, { id: open }],
    ] as const) {
      const key = randomUUID();
      expect((await call(name, input, key)).reason).toBe('ok');
      expect((await call(name, input, key)).reason).toBe('ok');
      expect((await call(name, other, key)).reason).toBe('key_reused');
      if (!name.startsWith('set')) expect((await call(name, input)).reason).not.toBe('ok');
    }
    const key = randomUUID();
    const reset = await call('resetDemo', {}, key);
    expect(reset.reason).toBe('ok');
    await place(marketOrder(instrument));
    expect((await call('resetDemo', {}, key)).reason).toBe('ok');
    const { data } = (await bank.server.call('myDeal', { status: 1 }, { token })).envelope;
    expect(data.total).toBe(1);
  });

  it('waits for the first while it is under way', async () => {
    const other = await fundedUser(bank, '100');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        bank.server.call('totpBegin', { password: PASSWORD }, { token: other.token, key }),
      ),
    );
    const [first] = answers;
    expect(first?.envelope.reason).toBe('ok');
    expect(new Set(answers.map(({ envelope }) => envelope.data.secret)).size).toBe(1);
    const rows = await query<{ row: string }>(bank.server, 'select row_to_json(k)::text as row from kept_answers k');
    const text = rows.map(({ row }) => row).join();
    expect(text).toContain(key);
    expect(text).not.toContain(first?.envelope.data.secret);
    expect(text).not.toContain(Buffer.from(first?.envelope.data.secret ?? '').toString('hex'));
  });

  it('needs a key: without one nothing is kept', async () => {
    const before = await query(bank.server, 'select 1 from kept_answers');
    const { envelope } = await bank.server.request('/api/follow/leave', {
      method: 'POST',
      headers: { authorization: user.token },
    });
    expect(envelope.reason).toBe('ok');
    expect(await query(bank.server, 'select 1 from kept_answers')).toHaveLength(before.length);
  });

  it('is refused for another call, and belongs to one user', async () => {
    const other = await fundedUser(bank, '100');
    const key = randomUUID();
    expect((await asked('followLeave', {}, key)).reason).toBe('ok');
    expect((await asked('endSession', {}, key)).reason).toBe('key_reused');
    expect(
      (await bank.server.call('endSession', { password: PASSWORD }, { token: other.token, key })).envelope.reason,
    ).toBe('ok');
  });

  it('is refused as expired when its own time is more than 90 days ago', async () => {
    const input = (await SAMPLES.submit?.())?.input ?? {};
    const expired = keyMade(-90.01);
    expect(await asked('submit', input, expired)).toMatchObject({ code: CODES.key_expired, reason: 'key_expired' });
    expect(await query(bank.server, 'select 1 from journal where key = $1', [expired])).toHaveLength(0);
    expect((await asked('followLeave', {}, keyMade(-91))).reason).toBe('key_expired');
    for (const days of [-89.99, 0, 1000]) expect((await asked('submit', input, keyMade(days))).reason).toBe('ok');
    // A sign-in is a request of its own, so the clock of the device may be wrong.
    const signIn = { email: 'nobody@example.com', password: PASSWORD };
    expect((await bank.server.call('login', signIn, { key: keyMade(-1000) })).envelope.reason).not.toBe('key_expired');
  });

  it('of a staff call adds one record', async () => {
    const key = randomUUID();
    const account = {
      bank_name: 'Second Bank',
      bank_address: 'Somewhere',
      bank_swift: 'DEUTDEFF',
      payee_name: 'The House',
      payee_account: IBAN,
      bank_remark: '',
      enabled: true,
    };
    const coins = (await bank.office.administrator.call('staffCoins')).envelope.data;
    const save = async (more: Input = {}) =>
      (
        await bank.office.administrator.call(
          'receivingAccountSave',
          { ...account, bank_coin: coins[0]?.id, ...more },
          { key },
        )
      ).envelope;
    const first = await save();
    expect(first.reason).toBe('ok');
    expect(await save()).toEqual(first);
    expect((await save({ bank_remark: 'Other' })).reason).toBe('key_reused');
  });
});

/** A key with its time some days from now. */
function keyMade(days: number): string {
  return timeKey(stampOfTime(Date.now() + days * DAY_MS), randomBytes(9));
}
