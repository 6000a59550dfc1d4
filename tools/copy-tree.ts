// A copy of the working tree in a folder of its own, for tests that change files: sources are copied, installed packages are
// linked, and our own packages are linked to the copy.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const copyTree = (name: string): string => {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), `patchbay-${name}-`)))
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  for (const file of files) cpSync(file, join(copy, file))
  mkdirSync(join(copy, 'node_modules/@patchbay'), { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (name !== '@patchbay') symlinkSync(join(process.cwd(), 'node_modules', name), join(copy, 'node_modules', name))
  for (const own of globSync('{apps,packages}/*/node_modules')) symlinkSync(join(process.cwd(), own), join(copy, own))
  for (const name of readdirSync('node_modules/@patchbay')) {
    const folder = realpathSync(join('node_modules/@patchbay', name)).slice(process.cwd().length)
    symlinkSync(join(copy, folder), join(copy, 'node_modules/@patchbay', name))
  }
  execFileSync('git', ['init', '-q'], { cwd: copy })
  return copy
}
