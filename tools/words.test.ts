import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { COMMENTS_AND_TITLES, EXCEPTIONS, FILE_NAMES, IDENTIFIERS, PHRASES } from './dialect.ts'
import { findDialect } from './words.ts'

const example = (word: string): string => word.replace('…', 'Everyone')

it.each(IDENTIFIERS)('finds the name %s, and suggests %s', (word, write) => {
  const found = findDialect('lib/some.ts', `\nexport const other = ${example(word)}(1)`)
  expect(found).toContain(`lib/some.ts:2 ${example(word)} → ${write}`)
})

it.each(FILE_NAMES)('finds the file %s, and suggests %s', (word, write) => {
  expect(findDialect(`lib/${word}.ts`, '')).toEqual([`lib/${word}.ts:1 ${word} → ${write}`])
})

const phrases = Object.entries(PHRASES).flatMap(([language, words]) =>
  words.map((pair) => [language, ...pair] as const),
)

it.each(phrases)('finds in %s the phrase %s, and suggests %s', (language, phrase, write) => {
  const file = `web/src/texts/${language}/some.ts`
  expect(findDialect(file, `  key: '${phrase}',`)).toContain(`${file}:1 ${phrase} → ${write}`)
  expect(findDialect(file, `  key: (name) => \`${phrase} \${name}\`,`)).toContain(`${file}:1 ${phrase} → ${write}`)
})

it.each(COMMENTS_AND_TITLES)('finds the word %s in comments and titles, and suggests %s', (word, write) => {
  const found = (content: string) => findDialect('lib/some.test.ts', `\n${content}`)
  const expected = [`lib/some.test.ts:2 ${word} → ${write}`]
  for (const content of [
    `// the module ${word} now`,
    ` * the module ${word} now`,
    `const port = 1 // ${word} here`,
    `{/* ${word} here */}`,
    `it('a module ${word}', () => undefined)`,
    `test.skip("a module ${word}", () => undefined)`,
    `it.each(['a', 'b'])('%s ${word}', () => undefined)`,
    `])('%s ${word}', () => undefined)`,
  ])
    expect(found(content), content).toEqual(expected)
  expect(found(`it.each(LIST)(\n  '%s ${word}',\n  run)`)).toEqual([`lib/some.test.ts:3 ${word} → ${write}`])
  expect(found(`const text = 'is ${word} // ${word}'`)).toEqual([])
})

it.each(COMMENTS_AND_TITLES)('finds the word %s in documents, and suggests %s', (word, write) => {
  const text = `# Title\n\nWhat the module ${word} now`
  expect(findDialect('docs/some.md', text)).toEqual([`docs/some.md:3 ${word} → ${write}`])
})

it.each(EXCEPTIONS)('in %s the name %s stays: it is %s', (file, word) => {
  const line = `const other = ${word}(1)`
  expect(findDialect(file, line)).toEqual([])
  expect(findDialect('lib/some.ts', line)).toHaveLength(1)
  // An exception that nothing needs any more is deleted.
  expect(readFileSync(file, 'utf8')).toContain(word)
})

it('ignores comments, keys, other files and longer words', () => {
  const file = 'web/src/texts/en/some.ts'
  expect(findDialect(file, '// Made by hand')).toEqual([])
  expect(findDialect(file, "  'Made here': 'Created here',")).toEqual([])
  expect(findDialect(file, "  key: 'Madeira, Handmade, Made-up',")).toEqual([])
  expect(findDialect('web/src/features/some.ts', "const text = 'Made'")).toEqual([])
})

it('ignores names in texts and comments, and longer names', () => {
  expect(findDialect('lib/some.ts', "const text = 'storePress' // storePress")).toEqual([])
  expect(findDialect('lib/some.ts', 'const restorePress = bookTurn')).toEqual([])
})
