import { TAGS_OF_ORDER_MAX, TAG_MAX } from '@fairlot/contract';
import { isolateWords } from '@fairlot/i18n';
import { Icon, IconButton, TextField } from '@fairlot/ui';
import type { ReactNode } from 'react';
import { useTradeNotesText } from '../../language/trade-notes-text.ts';
import { useTradeTags } from './notes-query.ts';
import { hasTag, withTag } from './tags.ts';

/** Tags of other orders that are offered. */
const OFFERED = 8;

interface TagsFieldProps {
  readonly tags: readonly string[];
  /** The tag in the field, which saving adds too. */
  readonly typed: string;
  readonly onTags: (tags: readonly string[]) => void;
  readonly onTyped: (tag: string) => void;
}

/** The tags of an order: chips that remove one, a field for a new one, and tags that the user has used before. */
export function TagsField({ tags, typed, onTags, onTyped }: TagsFieldProps): ReactNode {
  const words = useTradeNotesText();
  const { data: known = [] } = useTradeTags();
  const isFull = tags.length >= TAGS_OF_ORDER_MAX;
  const add = (tag: string): void => {
    onTags(withTag(tags, tag));
    onTyped('');
  };
  const offered = known.filter(({ tag }) => !hasTag(tags, tag)).slice(0, OFFERED);
  return (
    <div>
      {tags.length === 0 ? null : (
        <ul aria-label={words('tradeNotes.tags')} className="mb-1 flex flex-wrap gap-x-2">
          {tags.map((tag) => (
            <li key={tag}>
              <TagButton
                tag={tag}
                label={words('tradeNotes.removeTag', { tag: isolateWords(tag) })}
                icon="close"
                onPress={() => onTags(tags.filter((each) => each !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      {isFull ? null : (
        <TextField
          label={words('tradeNotes.tags')}
          value={typed}
          maxLength={TAG_MAX}
          dir="auto"
          enterKeyHint="enter"
          autoComplete="off"
          onValue={onTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
            event.preventDefault();
            add(typed);
          }}
          end={<IconButton icon="plus" label={words('tradeNotes.addTag')} quiet onClick={() => add(typed)} />}
        />
      )}
      {isFull || offered.length === 0 ? null : (
        <ul className="mt-1 flex flex-wrap gap-x-2">
          {offered.map(({ tag }) => (
            <li key={tag}>
              <TagButton
                tag={tag}
                label={`${words('tradeNotes.addTag')}: ${tag}`}
                icon="plus"
                onPress={() => add(tag)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface TagButtonProps {
  readonly tag: string;
  readonly label: string;
  readonly icon: 'close' | 'plus';
  readonly onPress: () => void;
}

function TagButton({ tag, label, icon, onPress }: TagButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="group inline-flex min-h-11 max-w-full items-center"
    >
      <span className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line bg-sunken px-3 text-14 text-ink group-hover:border-line-strong">
        <bdi className="truncate">{tag}</bdi>
        <span className="text-quiet">
          <Icon name={icon} size={16} />
        </span>
      </span>
    </button>
  );
}
