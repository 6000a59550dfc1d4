// Words of the old dialect and what to write instead: names in the source, names of files, texts of the workspace in three
// languages, comments, test titles and documents. `npm run check -- words` fails on each.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { COMMENTS_AND_TITLES, EXCEPTIONS, FILE_NAMES, IDENTIFIERS, PHRASES, type Words } from './dialect.ts'

/** Whole words only: "Made" is found in "Made Nov 15" and not in "Made-up" or "unMade". */
const wholeWords = (word: string, flags = 'u'): RegExp => {
  const text = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/…$/, '[A-Z]\\w*')
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${text}(?![\\p{L}\\p{N}_-])`, flags)
}

const compile = (words: Words, flags?: string) =>
  words.map(([found, write]) => ({ pattern: wholeWords(found, flags), write }))

const PATTERNS = {
  identifiers: compile(IDENTIFIERS),
  commentsAndTitles: compile(COMMENTS_AND_TITLES, 'iu'),
  phrases: Object.fromEntries(Object.entries(PHRASES).map(([language, words]) => [language, compile(words)])),
}

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line)
const withoutTexts = (line: string): string => line.replace(/'[^']*'|"[^"]*"|`[^`$]*`/g, "''")
/** The part of a line of code that is neither text nor comment. */
const namesOf = (line: string): string => withoutTexts(line).replace(/\/\/.*|\/\*.*?(?:\*\/|$)/g, '')
const commentOf = (line: string): string =>
  isComment(line) ? line : (/(?:^|[\s{])(\/\/.*|\/\*.*)/.exec(withoutTexts(line))?.[1] ?? '')
/** it('…'), it.each(…)('…') and the end of a longer table: ])('…'). */
const TITLE = /^[ \t]*(?:(?:it|test|describe)(?:\.\w+)*(?:\(.*\))??|\]\))\(\s*(['"`])(.*?)\1/gm
/** The texts of a catalogue line, without its keys and the names of its values. */
const textsOf = (line: string): string => line.replace(/(^|[{,])\s*(\w+|'[^']*'):\s|\$\{[^}]*\}/g, '$1 ')

const findIn = (
  file: string,
  content: string,
  patterns: ReturnType<typeof compile>,
  partOf: (line: string) => string,
) =>
  content.split('\n').flatMap((line, index) => {
    if (isComment(line)) return []
    const part = partOf(line)
    return patterns.flatMap(({ pattern, write }) => {
      const found = pattern.exec(part)
      return found ? [`${file}:${index + 1} ${found[0]} → ${write}`] : []
    })
  })

const findInCommentsAndTitles = (file: string, content: string): string[] => {
  const comments = content.split('\n').map((line, index) => ({ line: index + 1, text: commentOf(line) }))
  const titles = [...content.matchAll(TITLE)].map((match) => ({
    line: content.slice(0, match.index + match[0].length).split('\n').length,
    text: match[2] ?? '',
  }))
  return [...comments, ...titles].flatMap(({ line, text }) =>
    PATTERNS.commentsAndTitles.flatMap(({ pattern, write }) => {
      const found = pattern.exec(text)
      return found ? [`${file}:${line} ${found[0]} → ${write}`] : []
    }),
  )
}

const findFileName = (file: string): string[] => {
  const name = basename(file).replace(/(\.test)?\.tsx?$/, '')
  return FILE_NAMES.filter(([found]) => found === name).map(([found, write]) => `${file}:1 ${found} → ${write}`)
}

const findInDocument = (file: string, content: string): string[] =>
  content.split('\n').flatMap((line, index) =>
    PATTERNS.commentsAndTitles.flatMap(({ pattern, write }) => {
      const found = pattern.exec(line)
      return found ? [`${file}:${index + 1} ${found[0]} → ${write}`] : []
    }),
  )

const isException = (file: string, found: string): boolean =>
  EXCEPTIONS.some(([where, word]) => where === file && found.includes(` ${word} → `))

/** The words of the old dialect in a file, each with its line and what to write instead. */
export const findDialect = (file: string, content: string): string[] => {
  if (file.endsWith('.md')) return findInDocument(file, content)
  const language = /\/texts\/(\w+)\/[^/]+\.ts$/.exec(file)?.[1] ?? ''
  return [
    ...findIn(file, content, PATTERNS.phrases[language] ?? [], textsOf),
    ...findFileName(file),
    ...findIn(file, content, PATTERNS.identifiers, namesOf).filter((found) => !isException(file, found)),
    ...findInCommentsAndTitles(file, content),
  ]
}

if (import.meta.main) {
  const sources = globSync('{packages,apps,modules,faults,bench,demo,e2e,tools}/**/*.{ts,tsx}', {
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.generated.ts'],
  })
  // The specification is given.
  const documents = globSync(['*.md', 'docs/**/*.md', '{packages,modules}/*/*.md'], { exclude: ['docs/spec/**'] })
  const files = [...sources, ...documents]
  const found = files.flatMap((file) => findDialect(file, readFileSync(file, 'utf8')))
  for (const one of found) console.log(one)
  process.exitCode = found.length > 0 ? 1 : 0
}
