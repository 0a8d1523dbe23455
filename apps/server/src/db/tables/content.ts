import type { Generated, GeneratedAlways } from 'kysely';

/** See migrations/007-content.ts. */
export interface ContentTables {
  media: { id: string; content: Buffer; created_at: Generated<Date>; created_by: bigint };
  news: {
    id: GeneratedAlways<bigint>;
    category_id: bigint;
    logo: string;
    state: Generated<'draft' | 'published'>;
    version: Generated<number>;
    created_at: Date;
    changed_at: Date;
    changed_by: string;
    published_at: Generated<Date | null>;
  };
  news_texts: { news_id: bigint; language: string; title: string; summary: string; content: string };
  companies: {
    id: GeneratedAlways<bigint>;
    name: string;
    logo: string;
    url: string;
    subject: string;
    registered_address: string;
    location: string;
    email: string;
    status: number;
    loss_url: string;
    listed: boolean;
    own: Generated<boolean>;
    version: Generated<number>;
  };
  announcements: { language: string; content: string; version: number };
  support_messages: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    staff_id: bigint | null;
    staff_name: string | null;
    text: string;
    created_at: Date;
    key: string;
  };
  support_conversations: {
    user_id: bigint;
    last_id: bigint;
    user_read_id: Generated<bigint>;
    staff_read_id: Generated<bigint>;
    waiting_since: Date | null;
    waiting_count: number;
  };
  feedback: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    kind: 'suggestion' | 'complaint';
    text: string;
    key: string;
    created_at: Date;
    answer: Generated<string | null>;
    decided_at: Generated<Date | null>;
    decided_by: Generated<string | null>;
  };
}
