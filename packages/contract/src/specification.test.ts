import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import type { Call } from './call.ts';
import { calls } from './calls.ts';

/**
 * Section 7 of the specification, with what each call takes and with the fields that section 3 gives to what it
 * answers. Copied by hand: the contract may offer more, never less.
 */
const SPECIFICATION: readonly (readonly [method: 'GET' | 'POST', path: string, takes: string, answers: string])[] = [
  ['GET', '/api/default/area_list', '', 'id code global_code'],
  ['POST', '/api/user/loginForU', 'account password login_type', 'token user'],
  ['GET', '/api/user/createAccountDemoForU', 'demo_id', 'token user is_demo'],
  ['GET', '/api/user/info', '', 'email uid is_demo invite_code id balance lock_balance'],
  [
    'POST',
    '/api/user/register',
    'type area_id account password re_password invite_code sms_code key mobile',
    'token user',
  ],
  ['POST', '/api/user/amend_password', '', ''],
  ['POST', '/api/user/forget_password', 'type account new_password secondary_password auth_code', ''],
  ['POST', '/api/notify/send_email', 'to type', ''],
  ['POST', '/api/notify/send_sms', 'to area_id type', ''],
  ['GET', '/api/captcha', '', 'id b64s'],
  ['GET', '/api/basicSet/getBasicInfo', '', 'title service_link service_link_type verify_reg_type trade_fee_type'],
  ['GET', '/api/default/setting', 'key', ''],
  ['GET', '/api/company/getCompany', 'name', 'id name logo url subject registered_address location email'],
  ['GET', '/api/company/getCompanyStatus', '', 'status'],
  ['POST', '/api/common/image_upload', '', 'url'],
  ['POST', '/api/user_real/real_name', 'name card_id front_pic reverse_pic', ''],
  ['GET', '/api/user_real/center', '', 'review_status name card_id front_pic reverse_pic'],
  ['GET', '/v1/api/main/wallet/getBalance', '', 'balance lock_balance'],
  ['GET', '/v1/api/main/user/resetForexDemoAccount', '', ''],
  [
    'GET',
    '/v1/api/forex/trade_list',
    'searchCurrency',
    'Id Code ShowCode Logo CategoryId MarketStatus PricePrecision Pip ForexMinCont ForexContNum ForexFeeRate MarginMode HasForexMultiple Value ForexQuotations Open Close Change High Low Volume',
  ],
  ['GET', '/v1/api/forex/getCategories', '', 'Id NameShowTrans'],
  ['GET', '/v1/api/forex/abbreviated_cache_kline', 'forex_id period', 'Time Close'],
  ['GET', '/v1/api/forex/kline', 'forex_id period', 'Time Open High Low Close Volume'],
  [
    'GET',
    '/v1/api/forex/submit',
    'type cont forex_id status target_price stop_loss_price target_profit_price multiple',
    '',
  ],
  [
    'GET',
    '/v1/api/forex/my_deal',
    'status page',
    'data total balance all_fact_profits Id ForexTradeLists ShowCode OrderType Quantity OriginPrice Price UpdatePrice FactProfits CautionMoney TradeFee TargetLossPrice TargetProfitPrice Status CompleteTimeHandler CreateTimeHandler',
  ],
  ['GET', '/v1/api/forex/close', 'id', ''],
  ['GET', '/v1/api/forex/cancel_trade', 'id', ''],
  ['GET', '/v1/api/forex/set_stop_price', 'id target_profit_price stop_loss_price', ''],
  [
    'GET',
    '/api/follow/list',
    '',
    'user multiple three_week_rate three_week_win three_week_profit total_rate total_trade_num code',
  ],
  ['GET', '/api/quickCharge/info', 'type page', 'data total id number type currency_code status created_at remark'],
  ['POST', '/api/quickCharge/submit', 'number proofImg address charge_id', ''],
  ['POST', '/api/quickCharge/wire_submit', 'number proofImg wire_id', ''],
  ['GET', '/api/quickCharge/symbols', '', 'id address currency_code protocol_code'],
  [
    'GET',
    '/api/quickCharge/wire_info',
    'bank_coin',
    'id bank_name bank_address bank_swift payee_name payee_account bank_remark',
  ],
  ['GET', '/api/quickCharge/quick_ist', '', 'id name'],
  ['GET', '/v1/api/main/account/forexDetail', 'page', 'list total Value Type Memo MemoTran CreatedAtTran'],
  ['GET', '/v1/api/main/accountLog/forexChange', 'page', 'list total Value Type Memo MemoTran CreatedAtTran'],
  ['GET', '/api/account/draw_symbol_list', 'type', 'id code protocol draw_rate fee_type usd_price'],
  ['POST', '/api/account/draw', 'draw_currency_id number memo draw_method_id', ''],
  [
    'GET',
    '/api/account/draw_list',
    'type page',
    'data total id number real_number draw_currency code fee status_name created_at type address payee_account notes',
  ],
  [
    'GET',
    '/api/wallet/get_draw_method',
    'draw_type draw_id',
    'id dc_address payee_account payee_name bank_name draw_currency code protocol',
  ],
  [
    'POST',
    '/api/wallet/bind_draw_method',
    'dc_address draw_id type bank_name bank_address bank_swift payee_name payee_account',
    '',
  ],
  ['POST', '/api/wallet/del_draw_method', 'id', ''],
  ['GET', '/api/news/list', 'category_id page', 'data total id title desc logo created_at'],
  ['GET', '/api/news/info', 'id', 'content'],
  ['GET', '/complaint_email', '', ''],
];

/** Names of all fields anywhere in a schema. */
function fieldsOf(schema: z.ZodMiniType, io: 'input' | 'output'): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
      walk(value);
    }
  };
  walk(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return names;
}

const words = (text: string): readonly string[] => (text === '' ? [] : text.split(' '));

describe('the calls of the specification', () => {
  it.each(SPECIFICATION)('%s %s', (method, path, takes, answers) => {
    const call: Call | undefined = Object.values(calls).find((each: Call) => each.path === path);
    expect(call?.methods).toContain(method);
    if (call === undefined) return;
    const taken = fieldsOf(call.input, 'input');
    const answered = fieldsOf(call.output, 'output');
    expect(words(takes).filter((name) => !taken.has(name))).toEqual([]);
    expect(words(answers).filter((name) => !answered.has(name))).toEqual([]);
  });
});
