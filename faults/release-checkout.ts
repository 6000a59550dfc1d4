// The programs of an earlier release, from the history of this repository, with the packages that are installed here.
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The newest release of apps/server/test/releases whose commit is written beside its data. */
export const lastRelease = (): { version: string; commit: string } => {
  const file = globSync('apps/server/test/releases/*.commit').sort().at(-1) ?? ''
  const version = /([\d.]+)\.commit$/.exec(file)?.[1] ?? ''
  return { version, commit: readFileSync(file, 'utf8').trim() }
}

export const isInHistory = (commit: string): boolean =>
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { stdio: 'ignore' }).status === 0

const link = (from: string, to: string): void => symlinkSync(join(process.cwd(), from), to)

/** In a folder of its own. Its own packages are those of its commit; the others must be here already. */
export const checkOut = (commit: string): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'patchbay-release-')))
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1e9 })
  execFileSync('tar', ['--extract', '--directory', root], { input: archive })
  mkdirSync(join(root, 'node_modules/@patchbay'), { recursive: true })
  const own = globSync('packages/*', { cwd: root }).map((folder) => {
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    symlinkSync(join(root, folder), join(root, 'node_modules', name))
    return name
  })
  for (const name of readdirSync('node_modules'))
    if (name !== '@patchbay' && !own.includes(name)) link(`node_modules/${name}`, join(root, 'node_modules', name))
  for (const nested of globSync('{apps,packages}/*/node_modules')) link(nested, join(root, nested))
  return root
}
