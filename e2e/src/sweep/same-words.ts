/** Names that are the same everywhere, and words that most languages have taken from English. */
export const SAME_IN_EVERY_LANGUAGE: readonly string[] = [
  'Fairlot', 'Bank of the Harbour', 'A Traveller', 'The House',
  'Bitcoin', 'Ethereum', 'Solana', 'Dogecoin', 'Cardano', 'Litecoin', 'Palladium',
  'Live', 'Spread', 'Margin', 'Swap', 'Stop', 'Limit', 'Demo', 'Bank', 'Coin', 'Feedback', 'System',
];

/** Words of a language that rightly are what they are in English. */
export const SAME_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: ['Orders', 'Gold', 'Lots', 'Order {{code}}', 'Order {{id}}', 'Name', 'Wallet'],
};
