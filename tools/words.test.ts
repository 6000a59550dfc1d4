import { expect, it } from 'vitest'
import { FILE_NAMES, findDialect, IDENTIFIERS, PHRASES } from './words.ts'

const example = (word: string): string => word.replace('…', 'Everyone')

it.each(IDENTIFIERS)('finds the name %s, and says %s', (word, write) => {
  const found = findDialect('lib/some.ts', `\nexport const other = ${example(word)}(1)`)
  expect(found).toContain(`lib/some.ts:2 ${example(word)} → ${write}`)
})

it.each(FILE_NAMES)('finds the file %s, and says %s', (word, write) => {
  expect(findDialect(`lib/${word}.ts`, '')).toEqual([`lib/${word}.ts:1 ${word} → ${write}`])
})

const phrases = Object.entries(PHRASES).flatMap(([language, words]) =>
  words.map((pair) => [language, ...pair] as const),
)

it.each(phrases)('finds in %s the phrase %s, and says %s', (language, phrase, write) => {
  const file = `web/src/texts/${language}/some.ts`
  expect(findDialect(file, `  key: '${phrase}',`)).toContain(`${file}:1 ${phrase} → ${write}`)
  expect(findDialect(file, `  key: (name) => \`${phrase} \${name}\`,`)).toContain(`${file}:1 ${phrase} → ${write}`)
})

it('takes no notice of comments, keys, other files and longer words', () => {
  const file = 'web/src/texts/en/some.ts'
  expect(findDialect(file, '// Made by hand')).toEqual([])
  expect(findDialect(file, "  'Made here': 'Created here',")).toEqual([])
  expect(findDialect(file, "  key: 'Madeira, Handmade, Made-up',")).toEqual([])
  expect(findDialect('web/src/features/some.ts', "const text = 'Made'")).toEqual([])
})

it('takes no text for a name, nor a longer name', () => {
  expect(findDialect('lib/some.ts', "const text = 'storePress' // storePress")).toEqual([])
  expect(findDialect('lib/some.ts', 'const restorePress = bookTurn')).toEqual([])
})
