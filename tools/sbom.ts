// `npm run release:sbom`: the list of parts of a release (CycloneDX) in dist/, from the lock file: what is shipped, without what only
// development needs.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Component = { 'bom-ref': string; name: string; version: string; properties?: { name: string; value: string }[] }
type Bom = { metadata: { component: { name: string } }; components: Component[]; dependencies: Dependency[] }
type Dependency = { ref: string; dependsOn: string[] }

/** Not by npm's `--omit dev`: it leaves out what development needs too, Fastify among them. */
const isShipped = ({ properties = [] }: Component): boolean =>
  !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')

export const writeSbom = (folder: string): string => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const output = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const bom = JSON.parse(output) as Bom
  // npm writes the name of the folder.
  bom.metadata.component.name = 'patchbay'
  const left = new Set(bom.components.filter((one) => !isShipped(one)).map((one) => one['bom-ref']))
  bom.components = bom.components.filter(isShipped)
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !left.has(one)) }))
  mkdirSync(folder, { recursive: true })
  const target = join(folder, `patchbay-${version}.cdx.json`)
  writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`)
  return target
}

if (import.meta.main) console.log(writeSbom('dist'))
