// `npm run docs`: builds the documentation site into .docs/site and fails on a dead link. `npm run docs -- --serve` builds
// nothing: it serves the pages and follows the changes of their files.
import { spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { checkLinks } from './check-links.ts'
import { collectPages } from './collect.ts'

const PAGES = '.docs/pages'
const SITE = '.docs/site'
const VITEPRESS = 'node_modules/.bin/vitepress'

const fail = (problems: readonly string[]): never => {
  for (const problem of problems) console.error(problem)
  process.exit(1)
}

const problems = collectPages('.', PAGES)
if (problems.length > 0) fail(problems)

if (process.argv.includes('--serve')) {
  for (const folder of ['docs', 'packages/sdk', 'modules'])
    watch(folder, { recursive: true }, () => void collectPages('.', PAGES))
  spawn(VITEPRESS, ['dev', 'docs'], { stdio: 'inherit' })
} else {
  const { status } = spawnSync(VITEPRESS, ['build', 'docs'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) fail(['vitepress could not build the site'])
  const { pages, links, dead } = checkLinks(SITE, process.env.DOCS_BASE)
  console.log(`${SITE}: ${pages} pages, ${links} links, ${dead.length} dead links`)
  if (dead.length > 0) fail(dead.map((link) => `dead link in ${link}`))
}
