import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@patchbay/contract/base/endpoint'

const CONTRACT = join(import.meta.dirname, '../packages/contract/src')

const HEAD = `// Made by tools/generate.ts from packages/contract: the method and the path of each endpoint of the workspace, with the types
// of its input and its reply. The schemas stay on the server.
import type { EndpointOf } from './api.ts'
`

/** Lists that no page shows, only their CSV. */
const ONLY_EXPORTED = ['listDayEntries']

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

const isWorkspace = ({ path }: Endpoint): boolean => path.startsWith('/workspace/')

/** The endpoints of the workspace for the browser: one export each, so that a bundle contains only the endpoints that it calls. */
export const webEndpoints = async (): Promise<string> => {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
  const lines: string[] = []
  for (const file of files) {
    const exports: Record<string, unknown> = await import(join(CONTRACT, file))
    for (const [name, value] of Object.entries(exports)) {
      if (!isEndpoint(value) || !isWorkspace(value)) continue
      const type = `typeof import('@patchbay/contract/${file.slice(0, -3)}').${name}`
      const { method, path } = value
      const tag = ONLY_EXPORTED.includes(name) ? '/** @onlyExported */ ' : ''
      lines.push(`${tag}export const ${name}: EndpointOf<${type}> = { method: '${method}', path: '${path}' }`)
    }
  }
  return `${HEAD}\n${lines.join('\n')}\n`
}
