import type { Signals } from '../cluster/signals.ts';
import { UserTopic } from '../realtime/user-topic.ts';

/** A message to a user, for the sockets of other processes. */
interface TopicMessage {
  readonly topic: string;
  readonly account: number;
  readonly data: readonly object[];
}

/** A topic of this process, which tells the other ones what it sends. */
export function tellingTopic(topic: string, signals: Signals): UserTopic {
  return new UserTopic(topic, (account, data) =>
    signals.tell('topic', JSON.stringify({ topic, account, data } satisfies TopicMessage)),
  );
}

/** Topics whose messages come from another process. Clients read again when some may have been lost. */
export function toldTopics(topics: readonly string[], signals: Signals): readonly UserTopic[] {
  const told = topics.map((topic) => new UserTopic(topic));
  signals.on('topic', (text) => {
    const { topic, account, data } = JSON.parse(text) as TopicMessage;
    told.find((each) => each.topic === topic)?.send(account, data);
  });
  signals.onMissed(() => {
    for (const each of told) each.restart();
  });
  return told;
}
