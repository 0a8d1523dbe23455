/** Names that are the same everywhere, and words of the trade that most languages have taken from English. */
export const SAME_IN_EVERY_LANGUAGE: readonly string[] = [
  'Fairlot', 'Bank of the Harbour', 'A Traveller', 'The House', 'Quiet Harbour',
  'Bitcoin', 'Ethereum', 'Solana', 'Dogecoin', 'Cardano', 'Litecoin', 'Palladium',
  'Live', 'Spread', 'Margin', 'Swap', 'Stop', 'Limit', 'Demo', 'Bank', 'Bid', 'Ask', 'Vol', 'Coin', 'Feedback', 'System', 'Forex', 'Trading', 'Stop-loss', 'Take-profit', '{{pips}} pips',
  'Dealer', 'Hash', 'Slug', 'Logo', 'Memo', 'Compliance', 'Fairlot Office',
];

/** Other words of a language that rightly are what they are in English. */
export const SAME_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: ['Administrator', 'Support', 'Code', 'Text', 'Exposure', 'Swap in', 'Website', 'Status', 'Position', 'Order', 'optional', 'Orders', 'Gold', 'Lots', 'Order {{code}}', 'Order {{id}}', 'Name', 'Wallet', 'Trades', 'Swaps', 'Instrument'],
  fi: ['Swap, long', 'Swap, short', 'Ranking'],
  cs: ['Text', 'Finance', 'Reference', 'Swap, long', 'Swap, short', 'Instrument'],
  et: ['Number', 'Instrument'],
  id: [
    'Administrator', 'Deposit {{id}}', 'Order', 'Per lot', 'Status',
    'Ranking', 'Copy trading', 'Volume', 'Platinum', 'Pending', 'Order {{code}}', 'Buy stop', 'Sell stop', 'Buy limit', 'Sell limit', 'Deposit', 'Reset',
    'Offline', 'Total', 'demo', 'Area', 'Moving average (MA)', 'Exponential moving average (EMA)', 'Bollinger bands (BOLL)', 'Relative strength index (RSI)', 'Fibonacci retracement',
    'No. {{id}}', 'Euro / Pound Sterling', 'Pound Sterling', 'Order {{id}}', 'Leverage', 'Email',
  ],
  my: ['Deposit {{id}}', 'Input', 'Status', 'Platinum', 'Buy stop', 'Sell stop', 'Buy limit', 'Sell limit', 'Deposit', 'demo', 'No. {{id}}'],
  vn: ['Email', 'demo'],
  fr: [
    'Code', 'Office', 'Action', 'Finance', 'Message {{id}}', 'Messages', 'Note', 'Pages', 'Points', 'Position', 'Positions', 'Session', 'Sessions', 'Site', 'Sockets', 'Source',
    'Instrument', 'Instruments', 'Mobile', 'Rectangle', 'Message', 'Suggestion', 'Distance', 'Actions', 'Indices', 'Crypto', 'Copy trading', 'Invitation', 'Dates', 'Swaps', 'Total',
    'Trades', 'Trade {{id}}', 'Lots', 'Volume', '1 minute', '5 minutes', '15 minutes', '30 minutes', 'Stop-out',
  ],
  spa: ['Real', 'Roles', 'Sockets', 'Ranking', 'Copy trading', 'Swaps', 'Total', 'demo', 'Stop-out'],
  pt: ['Real', 'Site', 'Sockets', 'Ranking', 'Copy trading', 'Candles', 'Offline', 'Swaps', 'Total', 'Volume', 'demo', 'Stop-out', 'Stop-out {{value}}%'],
  it: ['Input', 'Swap in', 'Swap, long', 'Swap, short', 'Password', 'Area', 'Win rate', 'Crypto', 'Copy trading', 'Wallet', 'Offline', 'Volume', 'demo', 'Buy limit', 'Sell limit', 'Buy stop', 'Sell stop', 'Stop-out', 'Stop-out {{value}}%'],
  tr: ['Site'],
};
