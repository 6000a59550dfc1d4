import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Lock } from './dependencies.ts'
import { writeSbom } from './sbom.ts'

type Locked = Lock['packages'][string] & { dev?: boolean; version?: string; devOptional?: boolean; peer?: boolean }

it('[D-151] the list of parts has every package that is shipped, with its version, and none that only development needs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-sbom-'))
  const bom = JSON.parse(readFileSync(writeSbom(folder), 'utf8')) as { components: { name: string; version: string }[] }
  rmSync(folder, { recursive: true })
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
  const locked = Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({
      ...entry,
      part: `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${entry.version}`,
    }))
  const shipped = locked.filter(({ dev, optional, devOptional, peer }) => !dev && !optional && !devOptional && !peer)
  expect(shipped.length).toBeGreaterThan(100)
  expect(shipped.filter(({ part }) => !listed.has(part))).toEqual([])
  const needed = new Set(locked.filter(({ dev }) => !dev).map(({ part }) => part))
  expect(locked.filter(({ part, dev }) => dev && !needed.has(part) && listed.has(part))).toEqual([])
})
