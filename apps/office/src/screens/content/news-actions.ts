import { startAction } from '../../actions/action.ts';
import type { Text } from '../../shared/language/text.ts';
import type { News, NewsDraft } from './news-draft.ts';

/** Saves the draft of a new or existing item. */
export function saveNews(
  t: Text,
  news: News | undefined,
  { logo, written }: NewsDraft,
  onSaved: (saved: News) => void,
): void {
  startAction<'newsSave'>({
    call: 'newsSave',
    title: t('news.save'),
    text: t('news.saveText'),
    confirmLabel: t('action.save'),
    figures: written.map((each) => ({ label: each.language, value: each.title })),
    input: () => ({
      ...(news === undefined ? {} : { id: news.id, version: news.version, category_id: news.categoryId }),
      logo,
      texts: written.map((each) => ({ ...each })),
    }),
    onDone: onSaved,
  });
}

/** Publishes an item, or unpublishes a published one. */
export function publishNews(t: Text, news: News): void {
  const published = news.state === 'published';
  const label = published ? t('news.unpublish') : t('news.publish');
  startAction<'newsPublish' | 'newsUnpublish'>({
    call: published ? 'newsUnpublish' : 'newsPublish',
    title: label,
    figures: [
      { label: t('field.title'), value: news.title },
      { label: t('field.languages'), value: news.languages.join(', ') },
    ],
    critical: published,
    confirmLabel: label,
    input: () => ({ id: news.id, version: news.version }),
  });
}
