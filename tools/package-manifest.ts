// What the published packages have in common: the fields of their manifests, and the folder from which they are published.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Source = { name: string; version: string; description: string; keywords: string[]; license: string }

const ROOT = join(import.meta.dirname, '..')

export const readManifest = <T extends object = object>(name: string): Source & T =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'))

/** Where the sources are: known only in a workflow of the host that publishes, which needs it for provenance. */
const repositoryOf = (name: string): object => {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: path } = process.env
  if (server === undefined || path === undefined) return {}
  return { repository: { type: 'git', url: `git+${server}/${path}.git`, directory: `packages/${name}` } }
}

/** Completes packages/<name>/dist: package.json, README and licence. `npm publish packages/<name>/dist` publishes it. */
export const writePackage = (name: string, contents: object): void => {
  const source = readManifest(name)
  const dist = join(ROOT, 'packages', name, 'dist')
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: object }
  const manifest = {
    name: source.name,
    version: source.version,
    description: source.description,
    keywords: source.keywords,
    license: source.license,
    ...repositoryOf(name),
    type: 'module',
    sideEffects: false,
    engines,
    publishConfig: { access: 'public' },
    ...contents,
  }
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(ROOT, 'packages', name, 'README.md'), join(dist, 'README.md'))
  copyFileSync(join(ROOT, 'LICENSE'), join(dist, 'LICENSE'))
}
