// `npm run release:archive`: what an installation without Docker unpacks, in dist/: the sources of the release, without what
// only development needs, and the built workspace. Node runs the sources, so nothing else is built.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Only for development; the lock file and the manifests stay, so that npm ci works. */
const LEFT_OUT =
  /^(\.ci|\.github|apps\/server\/test|apps\/web\/(?!package\.json)|bench\/(?!package)|e2e\/(?!package)|faults\/(?!package))/

export const writeArchive = (folder: string, { build = true } = {}): string => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  if (build) execFileSync('node_modules/.bin/vite', ['build', 'apps/web', '--logLevel', 'error'], { stdio: 'inherit' })
  const name = `patchbay-${version}`
  const staging = mkdtempSync(join(tmpdir(), 'patchbay-release-'))
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  for (const file of listed
    .trim()
    .split('\n')
    .filter((one) => !LEFT_OUT.test(one))) {
    mkdirSync(join(staging, name, dirname(file)), { recursive: true })
    cpSync(file, join(staging, name, file), { verbatimSymlinks: true })
  }
  cpSync('apps/web/dist', join(staging, name, 'apps/web/dist'), { recursive: true })
  mkdirSync(folder, { recursive: true })
  const target = join(folder, `${name}.tar.gz`)
  execFileSync('tar', [
    '--create',
    '--gzip',
    '--owner=0',
    '--group=0',
    `--file=${target}`,
    `--directory=${staging}`,
    name,
  ])
  rmSync(staging, { recursive: true })
  const checksum = createHash('sha256').update(readFileSync(target)).digest('hex')
  writeFileSync(`${target}.sha256`, `${checksum}  ${name}.tar.gz\n`)
  return target
}

if (import.meta.main) console.log(writeArchive('dist'))
