// Results of runs that are published with the repository: one JSON file each, with the commit that ran, from which pages of
// the documentation are generated.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A result is published only on request, so that a short run in CI does not replace the figures of a long one. */
export const isPublishing = (): boolean => process.argv.includes('--record') || process.env.RECORD_RESULTS === '1'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The commit that runs, with `+` when files under version control differ from it; results themselves do not count. */
const commitOf = (): string => {
  const others = [':!faults/results', ':!bench/results', ':!docs/performance.md', ':!docs/reliability.md']
  const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ...others) !== ''
  return `${git('rev-parse', '--short=12', 'HEAD')}${isChanged ? '+' : ''}`
}

/** Writes `<folder>/<name>.json`, the folder as seen from the root of the repository; returns the path. */
export const publishResult = (folder: string, name: string, result: object): string => {
  mkdirSync(`${ROOT}${folder}`, { recursive: true })
  const path = `${ROOT}${folder}/${name}.json`
  const full = { ...result, commit: commitOf(), ranAt: new Date().toISOString() }
  writeFileSync(path, `${JSON.stringify(full, null, 2)}\n`)
  return path
}
