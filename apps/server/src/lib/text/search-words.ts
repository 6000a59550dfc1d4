// Words as they are compared in a search: without case, accents and punctuation; and folded, so that a name is found in
// Cyrillic and in Latin, whichever way it was transliterated.

const MARKS = /\p{M}+/gu
const WORD = /[\p{L}\p{N}]+/gu
/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Lower case, without accents; ё becomes е, and й becomes и. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter] ?? letter)

export const plainWords = (text: string): string[] => plainText(text).match(WORD) ?? []

const CYRILLIC: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'g', ґ: 'g', д: 'd', е: 'e', є: 'e', ж: 'zh', з: 'z', и: 'i', і: 'i', ј: 'i' },
  ...{ к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'h', ц: 'c' },
  ...{ ч: 'ch', ш: 'sh', щ: 'sh', ъ: '', ы: 'i', ь: '', э: 'e', ю: 'iu', я: 'ia' },
}
/** The ways to write one Russian sound in Latin letters. */
const VARIANTS: readonly [RegExp, string][] = [
  [/shch|sch/g, 'sh'],
  [/kh/g, 'h'],
  [/ts/g, 'c'],
  [/x/g, 'ks'],
  [/[yj]/g, 'i'],
  [/w/g, 'v'],
  [/(\p{L})\1+/gu, '$1'],
]

/** A plain word in one Latin form: Щукин, Schukin and Shchukin are the same, and so are Сергей, Sergey and Sergei. */
export const foldWord = (word: string): string =>
  VARIANTS.reduce(
    (folded, [pattern, same]) => folded.replace(pattern, same),
    word.replace(/[а-яєіјґ]/g, (letter) => CYRILLIC[letter] ?? letter),
  )
