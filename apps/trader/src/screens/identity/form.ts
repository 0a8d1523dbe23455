/** State of the form. */
export interface IdentityDraft {
  readonly name: string;
  readonly cardId: string;
  readonly front: string | undefined;
  readonly reverse: string | undefined;
}

/** Keys of the prompts in the catalogue. */
export type Prompt = 'enterName' | 'enterCardId' | 'badName' | 'badCardId' | 'bothSides';

export interface Problems {
  readonly name?: Prompt;
  readonly cardId?: Prompt;
  readonly sides?: Prompt;
}

const NAME = /^[^\p{C}<>]+$/u;
const CARD_ID = /^[\p{L}\p{M}\p{N} ./()-]+$/u;

/** Missing or invalid fields; empty if the form is valid. The server applies the same rules. */
export function problemsOf({ name, cardId, front, reverse }: IdentityDraft): Problems {
  const [named, numbered] = [name.trim(), cardId.trim()];
  return {
    ...(named === '' ? { name: 'enterName' } : NAME.test(named) ? {} : { name: 'badName' }),
    ...(numbered === '' ? { cardId: 'enterCardId' } : CARD_ID.test(numbered) ? {} : { cardId: 'badCardId' }),
    ...(front === undefined || reverse === undefined ? { sides: 'bothSides' } : {}),
  };
}
