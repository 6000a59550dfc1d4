// Releases (CONTRIBUTING.md). A version stands in every package.json, the lock file, the chart and compose.yaml.
//   node tools/release.ts 0.9.1           set the version everywhere and store the API document of the release
//   node tools/release.ts --check [0.9.1] one version everywhere (this one), with a section in CHANGELOG.md
//   node tools/release.ts --notes 0.9.1   print the section of CHANGELOG.md
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { compareApis, describeAdditions } from './api-compatibility.ts'

const RELEASED = 'docs/api/released'
const read = (path: string): string => readFileSync(path, 'utf8')
const readJson = (path: string) => JSON.parse(read(path))

const manifests = (): string[] =>
  globSync('{.,packages/*,apps/*,modules/*,faults,bench,e2e,demo}/package.json', {
    exclude: ['**/node_modules/**'],
  }).sort()

type Place = { where: string; version: string }
type Manifest = { name: string; version: string } & Record<string, Record<string, string>>

const ownDependencies = (manifest: Manifest): [string, string][] =>
  ['dependencies', 'devDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).filter(([name]) => name.startsWith('@patchbay/')),
  )

/** Everywhere a version stands. */
export const listVersions = (): Place[] => {
  const packages = manifests().flatMap((path) => {
    const manifest: Manifest = readJson(path)
    const own = ownDependencies(manifest).map(([name, version]) => ({ where: `${path} (${name})`, version }))
    return [{ where: path, version: manifest.version }, ...own]
  })
  const lock: Record<string, Manifest> = readJson('package-lock.json').packages
  const locked = manifests().map((path) => {
    const key = path.replace(/\/?package\.json$/, '').replace(/^\.$/, '')
    return { where: `package-lock.json (${key || 'root'})`, version: lock[key]?.version ?? 'missing' }
  })
  const found = (path: string, pattern: RegExp) =>
    [...read(path).matchAll(pattern)].map(([, version = '']) => ({ where: path, version }))
  return [
    ...packages,
    ...locked,
    ...found('deploy/helm/Chart.yaml', /^(?:version|appVersion): "?([^"\n]+)"?$/gm),
    ...found('compose.yaml', /PATCHBAY_IMAGE:-patchbay:([\d.]+)/g),
  ]
}

/** The section of a version in CHANGELOG.md, without its heading. */
export const notesOf = (changelog: string, version: string): string | undefined => {
  const [, after] = changelog.split(`\n## [${version}]`)
  return after?.slice(after.indexOf('\n')).split('\n## [')[0]?.trim()
}

const check = (wanted: string = readJson('package.json').version): string[] => [
  ...listVersions()
    .filter(({ version }) => version !== wanted)
    .map(({ where, version }) => `${where} has version ${version}, not ${wanted}`),
  ...(notesOf(read('CHANGELOG.md'), wanted) ? [] : [`CHANGELOG.md has no section ## [${wanted}]`]),
  ...(read('docs/guides/upgrade.md').includes(`### ${wanted}`)
    ? []
    : [`docs/guides/upgrade.md has no notes on ${wanted}`]),
]

const replaceIn = (path: string, change: (text: string) => string): void => writeFileSync(path, change(read(path)))

const setVersion = (version: string): void => {
  const before: string = readJson('package.json').version
  const quoted = new RegExp(`("(?:version|@patchbay/[a-z]+)": )"${before.replaceAll('.', '\\.')}"`, 'g')
  for (const path of manifests()) replaceIn(path, (text) => text.replace(quoted, `$1"${version}"`))
  const lock = readJson('package-lock.json')
  lock.version = version
  for (const path of manifests()) {
    const entry = lock.packages[path.replace(/\/?package\.json$/, '').replace(/^\.$/, '')]
    entry.version = version
    for (const [name] of ownDependencies(entry))
      for (const kind of ['dependencies', 'devDependencies']) if (entry[kind]?.[name]) entry[kind][name] = version
  }
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  replaceIn('deploy/helm/Chart.yaml', (text) => text.replaceAll(before, version))
  replaceIn('compose.yaml', (text) => text.replaceAll(`patchbay:${before}`, `patchbay:${version}`))
}

/** The release before, by number. */
const lastReleased = (except: string): string | undefined =>
  globSync(`${RELEASED}/*.json`)
    .filter((path) => !path.endsWith(`/${except}.json`))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1)

const storeApi = (version: string): void => {
  const now = readJson('docs/api/openapi.json')
  const path = lastReleased(version)
  const before = path && readJson(path)
  if (before) {
    const breaks = compareApis(before, now)
    if (breaks.length > 0) throw new Error(`the API breaks ${path}:\n${breaks.join('\n')}`)
    if (describeAdditions(before, now).length > 0 && now.info['x-api-level'] <= before.info['x-api-level'])
      throw new Error('the API has additions: raise API_LEVEL (packages/contract/src/base/api-level.ts) and list it')
  }
  mkdirSync(RELEASED, { recursive: true })
  writeFileSync(`${RELEASED}/${version}.json`, read('docs/api/openapi.json'))
}

if (import.meta.main) {
  const [first = '', version] = process.argv.slice(2)
  if (first === '--check') {
    const problems = check(version)
    for (const problem of problems) console.log(problem)
    process.exitCode = problems.length > 0 ? 1 : 0
  } else if (first === '--notes' && version) {
    console.log(notesOf(read('CHANGELOG.md'), version) ?? `there is no section [${version}]`)
  } else if (/^\d+\.\d+\.\d+$/.test(first)) {
    storeApi(first)
    setVersion(first)
    console.log(check(first).join('\n') || `everything has version ${first}; commit, tag v${first}, push the tag`)
  } else {
    console.log('node tools/release.ts <version> | --check [version] | --notes <version>')
    process.exitCode = 2
  }
}
