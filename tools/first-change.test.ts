// Applies docs/guides/your-first-change.md to a copy of the tree: its diffs, its commands, in its order.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyTree } from './copy-tree.ts'
import { blocksOf } from './docs/guide-blocks.ts'

let copy: string
beforeAll(() => {
  copy = copyTree('first-change')
}, 600_000)
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const AUTHOR = { GIT_AUTHOR_NAME: 'New', GIT_AUTHOR_EMAIL: 'new@contributor.test' }
const COMMITTER = { GIT_COMMITTER_NAME: 'New', GIT_COMMITTER_EMAIL: 'new@contributor.test' }

const run = (script: string) => {
  const env = { ...process.env, ...AUTHOR, ...COMMITTER, VITEST: undefined, NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}

it('“Your first change” leads from a failing test to a commit that passes the check', { timeout: 1_200_000 }, () => {
  const outputs: string[] = []
  for (const { language, file, text, mark } of blocksOf(readFileSync('docs/guides/your-first-change.md', 'utf8'))) {
    if (language === 'diff') writeFileSync(join(copy, file), text)
    // The copy has its packages already.
    if (language !== 'sh' || mark === 'run by .ci/run') continue
    const { status, output } = run(text)
    expect(status === 0, `${text}\n${output}`).toBe(mark !== 'must fail')
    outputs.push(output)
  }
  const [found, , failed, passed, checked, committed] = outputs
  expect(found).toContain('packages/contract/src/platform/accounts.ts')
  expect(found).toContain('apps/server/test/platform/people.test.ts')
  expect(failed).toMatch(/1 failed/)
  expect(passed).toMatch(/1 passed/)
  expect(checked).toContain('all checks passed')
  expect(committed).toContain('accounts: return the country in the settings')
})
