/** See migrations/078-trade-notes.ts. */
export interface TradeNoteTables {
  /** Orders with a note or tags; the note may be empty. */
  trade_notes: { order_id: bigint; user_id: bigint; note: string; changed_at: Date };
  trade_tags: { user_id: bigint; tag_key: string; order_id: bigint; tag: string };
}
