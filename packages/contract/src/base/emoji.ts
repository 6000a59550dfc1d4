// D-65: what an emoji is. One sequence of Unicode's list "recommended for general interchange", and also the same without
// its variation selectors, as many keyboards and messengers send it: a bare ❤ is ❤️.

const SELECTOR = /\uFE0F/g
const ONE = /^\p{RGI_Emoji}$/v
/** Shown as text without a variation selector; a skin tone selects the emoji form already. */
const NEEDS_SELECTOR = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu
/** More than the longest sequence has. */
const MOST_UNITS = 64

/** How emoji are compared. */
export const emojiKey = (text: string): string => text.replace(SELECTOR, '')

export const isEmoji = (text: string): boolean =>
  text.length <= MOST_UNITS &&
  (ONE.test(text) ||
    ONE.test(emojiKey(text)) ||
    ONE.test(emojiKey(text).replace(NEEDS_SELECTOR, (character) => `${character}\uFE0F`)))
