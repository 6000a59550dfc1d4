// Which command blocks of the documentation nothing runs: a block (`sh`) names the test that runs it, in a comment before it or, for
// a whole page, below its title, or says in italics why no test does.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf } from './guide-blocks.ts'
import { pageFiles } from './pages.ts'

/** Pages for operators are run or marked by a command of their own. */
const ELSEWHERE = /^docs\/guides\/(self-host|upgrade|install-on-one-machine|run-an-exchange)\.md$|^CHANGELOG\.md$/

const RUN_BY = /^(?:commands )?run by (\S+)$/
const NOT_RUN = /^Not run in our tests[^:]*: ./
const WHOLE_PAGE = /^# [^\n]*\n\n<!-- (commands run by \S+) -->$/m

export const unrunCommands = (root: string): string[] =>
  [...pageFiles(root), 'README.md']
    .filter((file) => !ELSEWHERE.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const page = WHOLE_PAGE.exec(text)?.[1]
      return blocksOf(text)
        .filter(({ language }) => language === 'sh')
        .flatMap(({ mark, text: commands }) => {
          const runner = RUN_BY.exec(mark)?.[1] ?? RUN_BY.exec(page ?? '')?.[1]
          if (runner !== undefined) return existsSync(join(root, runner)) ? [] : [`${file}: ${runner} does not exist`]
          return NOT_RUN.test(mark) ? [] : [`${file}: nothing runs “${commands.trim().split('\n')[0]}”`]
        })
    })
