// Collects the pages of the documentation site in one folder, as they stand on the site: the repository's pages with their
// links rewritten, the API reference, pictures, and llms.txt.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ApiPage, apiPages } from './api-pages.ts'
import { llmsFull, llmsIndex } from './llms.ts'
import { pageFiles, placeOf, sections, unlistedFiles } from './pages.ts'
import { rewriteLinks } from './rewrite-links.ts'

const API_INTRO = 'docs/api/overview.md'

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Writes the pages into `target` and returns what is wrong with the list of pages. */
export const collectPages = (root: string, target: string): string[] => {
  const files = pageFiles(root)
  const missing = files.filter((file) => !existsSync(join(root, file)))
  const unlisted = unlistedFiles(root).filter((file) => file !== API_INTRO)
  if (missing.length + unlisted.length > 0)
    return [
      ...missing.map((file) => `${file} is in tools/docs/pages.ts and does not exist`),
      ...unlisted.map((file) => `${file} is in no section of tools/docs/pages.ts`),
    ]
  rmSync(target, { recursive: true, force: true })
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const known = new Set([...files, 'README.md', API_INTRO])
  const placeOfPage = (file: string): string | undefined => {
    if (file === API_INTRO) return 'api/index.md'
    return known.has(file) ? placeOf(file) : undefined
  }
  const rewritten = (file: string): string =>
    rewriteLinks(file, read(file), { placeOf: placeOfPage, exists: (path) => existsSync(join(root, path)) })
  const texts = new Map(files.map((file) => [placeOf(file), rewritten(file)]))
  const api: ApiPage[] = apiPages(JSON.parse(read('docs/api/openapi.json')), rewritten(API_INTRO))
  for (const { place, text } of api) texts.set(place, text)
  for (const [place, text] of texts) write(join(target, place), text)
  cpSync(join(root, 'docs/images'), join(target, 'images'), { recursive: true })
  // Files that are served as they are: for programs, and each page as Markdown for those that follow llms.txt.
  const served = join(target, 'public')
  for (const [place, text] of texts) write(join(served, place), text)
  cpSync(join(root, 'docs/images'), join(served, 'images'), { recursive: true })
  write(join(served, 'openapi.json'), read('docs/api/openapi.json'))
  write(join(served, 'logo.svg'), read('docs/.vitepress/logo.svg'))
  const groups = [
    ...sections(root).map(({ title, pages }) => ({
      title,
      pages: pages.map((page) => ({ title: page.title, place: placeOf(page.file) })),
    })),
    { title: 'API reference', pages: api },
  ]
  write(join(served, 'llms.txt'), llmsIndex(groups, texts))
  write(join(served, 'llms-full.txt'), llmsFull(groups, texts))
  return []
}
