/**
 * The calls of the specification (its section 7) with the names of their request fields, and of the answer fields that its
 * sections 3 and 7 give. A name of an answer is a path below `data`: `a.b` is a field of a record, `a[]` a list.
 */
export interface SpecifiedCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Names separated by spaces. Absent where the specification does not show the request. */
  readonly request?: string;
  /** Paths separated by spaces; empty where the specification reads nothing but `msg`, or does not show the answer. */
  readonly response: string;
}

/** Names of an entity of section 3, by its title there. */
export const ENTITIES = {
  'Instrument (trade list item)':
    'Id Code ShowCode Logo CategoryId MarketStatus PricePrecision Pip ForexMinCont ForexContNum ForexFeeRate MarginMode HasForexMultiple[].Value ForexQuotations.Open ForexQuotations.Close ForexQuotations.Change',
  Category: 'Id NameShowTrans',
  Candle: 'Time Open High Low Close Volume',
  'Order record':
    'Id ForexTradeLists.ShowCode OrderType Quantity OriginPrice Price UpdatePrice FactProfits CautionMoney TradeFee TargetLossPrice TargetProfitPrice Status CompleteTimeHandler CreateTimeHandler',
  'Order list response': 'data total balance all_fact_profits',
  User: 'email uid is_demo invite_code id balance lock_balance',
  'Base settings': 'service_link service_link_type verify_reg_type trade_fee_type',
  'Area code': 'id code global_code',
  Company: 'id name logo url subject registered_address location email',
  'Ranking entry': 'user multiple three_week_rate three_week_win three_week_profit total_rate total_trade_num code',
  'Identity verification': 'name card_id front_pic reverse_pic review_status',
  'Ledger record': 'Value Type Memo MemoTran CreatedAtTran',
  'Charge network option': 'id address currency_code protocol_code',
  'Bank receiving account': 'id bank_name bank_address bank_swift payee_name payee_account bank_remark',
  'Collect-coin type': 'id name',
  'Charge record': 'id number type currency_code status created_at remark',
  'Withdraw currency / method option': 'id code protocol draw_rate fee_type usd_price',
  'Withdraw method (bound address or bank account)':
    'id dc_address payee_account payee_name bank_name draw_currency.code draw_currency.protocol bank_address bank_swift',
  'Withdraw record':
    'id number real_number draw_currency.code fee status_name created_at type address payee_account notes',
  'News item': 'id title desc logo created_at',
} as const;

/** The names of an entity below a path. */
function at(path: string, entity: keyof typeof ENTITIES): string {
  return ENTITIES[entity]
    .split(' ')
    .map((name) => (path === '' ? name : `${path}.${name}`))
    .join(' ');
}

const SIGNED_IN = `token ${at('user', 'User')}`;
const LEDGER = `${at('list[]', 'Ledger record')} total`;

/** Every call of section 7, apart from `{origin}/manifest.json`, which is a page's file and no call. */
export const SPECIFIED_CALLS: readonly SpecifiedCall[] = [
  { method: 'GET', path: '/api/default/area_list', request: '', response: at('[]', 'Area code') },
  { method: 'POST', path: '/api/user/loginForU', request: 'account password login_type', response: SIGNED_IN },
  { method: 'GET', path: '/api/user/createAccountDemoForU', request: 'demo_id', response: SIGNED_IN },
  { method: 'GET', path: '/api/user/info', request: '', response: at('', 'User') },
  {
    method: 'POST',
    path: '/api/user/register',
    request: 'type area_id account password re_password invite_code sms_code key mobile',
    response: '',
  },
  { method: 'POST', path: '/api/user/amend_password', response: '' },
  {
    method: 'POST',
    path: '/api/user/forget_password',
    request: 'type account new_password secondary_password auth_code',
    response: '',
  },
  { method: 'POST', path: '/api/notify/send_email', request: 'to type', response: '' },
  { method: 'POST', path: '/api/notify/send_sms', request: 'to area_id type', response: '' },
  { method: 'GET', path: '{token}', request: '', response: 'id b64s' },
  {
    method: 'GET',
    path: '/api/basicSet/getBasicInfo',
    request: '',
    response: `${at('', 'Base settings')} title`,
  },
  { method: 'GET', path: '/api/default/setting', request: 'key', response: '' },
  { method: 'GET', path: '/api/company/getCompany', request: 'name', response: at('[]', 'Company') },
  { method: 'GET', path: '/api/company/getCompanyStatus', request: '', response: 'status' },
  { method: 'POST', path: '/api/common/image_upload', request: 'file', response: 'url' },
  {
    method: 'POST',
    path: '/api/user_real/real_name',
    request: 'name card_id front_pic reverse_pic',
    response: '',
  },
  { method: 'GET', path: '/api/user_real/center', request: '', response: at('', 'Identity verification') },
  { method: 'GET', path: '/v1/api/main/wallet/getBalance', request: '', response: 'balance lock_balance' },
  { method: 'GET', path: '/v1/api/main/user/resetForexDemoAccount', request: '', response: '' },
  {
    method: 'GET',
    path: '/v1/api/forex/trade_list',
    request: 'searchCurrency',
    response: at('[]', 'Instrument (trade list item)'),
  },
  { method: 'GET', path: '/v1/api/forex/getCategories', request: '', response: at('[]', 'Category') },
  {
    method: 'GET',
    path: '/v1/api/forex/abbreviated_cache_kline',
    request: 'forex_id period',
    response: '[].Time [].Close',
  },
  { method: 'GET', path: '/v1/api/forex/kline', request: 'forex_id period', response: at('[]', 'Candle') },
  {
    method: 'GET',
    path: '/v1/api/forex/submit',
    request: 'type cont forex_id status target_price stop_loss_price target_profit_price multiple',
    response: '',
  },
  {
    method: 'GET',
    path: '/v1/api/forex/my_deal',
    request: 'status page',
    response: `${at('', 'Order list response')} ${at('data[]', 'Order record')}`,
  },
  { method: 'GET', path: '/v1/api/forex/close', request: 'id', response: '' },
  { method: 'GET', path: '/v1/api/forex/cancel_trade', request: 'id', response: '' },
  {
    method: 'GET',
    path: '/v1/api/forex/set_stop_price',
    request: 'id target_profit_price stop_loss_price',
    response: '',
  },
  { method: 'GET', path: '/api/follow/list', response: at('data[]', 'Ranking entry') },
  {
    method: 'GET',
    path: '/api/quickCharge/info',
    request: 'type page',
    response: `${at('data[]', 'Charge record')} total`,
  },
  {
    method: 'GET',
    path: '/api/quickCharge/submit',
    request: 'number proofImg address charge_id',
    response: '',
  },
  { method: 'GET', path: '/api/quickCharge/wire_submit', request: 'number proofImg wire_id', response: '' },
  { method: 'GET', path: '/api/quickCharge/symbols', request: '', response: at('[]', 'Charge network option') },
  {
    method: 'GET',
    path: '/api/quickCharge/wire_info',
    request: 'bank_coin',
    response: at('[]', 'Bank receiving account'),
  },
  { method: 'GET', path: '/api/quickCharge/quick_ist', request: '', response: at('[]', 'Collect-coin type') },
  { method: 'GET', path: '/v1/api/main/account/forexDetail', request: 'page', response: LEDGER },
  { method: 'GET', path: '/v1/api/main/accountLog/forexChange', request: 'page', response: LEDGER },
  {
    method: 'GET',
    path: '/api/account/draw_symbol_list',
    request: 'type',
    response: at('[]', 'Withdraw currency / method option'),
  },
  {
    method: 'POST',
    path: '/api/account/draw',
    request: 'draw_currency_id number memo draw_method_id',
    response: '',
  },
  {
    method: 'GET',
    path: '/api/account/draw_list',
    request: 'type page',
    response: `${at('data[]', 'Withdraw record')} total`,
  },
  {
    method: 'GET',
    path: '/api/wallet/get_draw_method',
    request: 'draw_type draw_id',
    response: at('[]', 'Withdraw method (bound address or bank account)'),
  },
  {
    method: 'POST',
    path: '/api/wallet/bind_draw_method',
    request: 'dc_address draw_id type bank_name bank_address bank_swift payee_name payee_account',
    response: '',
  },
  { method: 'POST', path: '/api/wallet/del_draw_method', request: 'id', response: '' },
  {
    method: 'GET',
    path: '/api/news/list',
    request: 'category_id page',
    response: `${at('data[]', 'News item')} total`,
  },
  { method: 'GET', path: '/api/news/info', request: 'id', response: `${at('', 'News item')} content` },
  { method: 'GET', path: '/complaint_email', request: '', response: '' },
];
