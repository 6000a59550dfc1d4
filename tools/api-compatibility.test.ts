// The comparison of the API with the last release: each incompatible change is found, each addition is allowed.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compareApis, describeAdditions } from './api-compatibility.ts'

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is changed by name
type Json = any

const RELEASED: Json = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8'))

const changed = (change: (document: Json) => void): string[] => {
  const now = structuredClone(RELEASED)
  change(now)
  return compareApis(RELEASED, now)
}

const EVENT = '/api/v5/telephony/call/event'
const bodyOf = (document: Json, path: string) =>
  document.paths[path].post.requestBody.content['application/json'].schema

it('finds nothing in the same document', () => {
  expect(compareApis(RELEASED, structuredClone(RELEASED))).toEqual([])
})

it('allows additions, and tells them', () => {
  const add = (document: Json) => {
    document.paths['/api/v5/new'] = { get: { responses: {} } }
    document.components.schemas.Customer.properties.nickname = { type: 'string' }
    document.paths['/api/v5/customers'].get.parameters.push({ name: 'x', in: 'query', required: false, schema: {} })
    document.components.schemas.InvoiceStatus.enum?.push('later')
  }
  expect(changed(add)).toEqual([])
  const now = structuredClone(RELEASED)
  add(now)
  expect(describeAdditions(RELEASED, now)).toContain('GET /api/v5/new is removed')
})

it.each<[string, (document: Json) => void, string]>([
  ['a removed path', (now) => delete now.paths[EVENT], `POST ${EVENT} is removed`],
  ['a removed method', (now) => delete now.paths['/api/v5/customers'].get, 'GET /api/v5/customers is removed'],
  [
    'a removed parameter',
    (now) => now.paths['/api/v5/customers'].get.parameters.shift(),
    'GET /api/v5/customers query',
  ],
  [
    'a new required parameter',
    (now) => now.paths['/api/v5/customers'].get.parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    'x is new and required',
  ],
  [
    'a member of a request that becomes required',
    (now) => {
      const body = bodyOf(now, EVENT)
      body.required = Object.keys(body.properties)
    },
    'is now required',
  ],
  [
    'a removed member of a response',
    (now) => delete now.components.schemas.User.properties.email,
    'user.email is removed',
  ],
  [
    'a member of a response that is no longer always there',
    (now) => {
      now.components.schemas.User.required = []
    },
    'is no longer always there',
  ],
  [
    'another type in a response',
    (now) => {
      now.components.schemas.User.properties.email = { type: 'integer' }
    },
    'user.email: type integer, it was string',
  ],
  [
    'a value that is no longer accepted',
    (now) => {
      now.components.schemas.UserStatus.enum = now.components.schemas.UserStatus.enum.slice(1)
    },
    'is no longer accepted',
  ],
  [
    'a shorter text',
    (now) => {
      bodyOf(now, '/api/v5/customers/notes/create').properties.note.properties.text.maxLength = 10
    },
    'maxLength is 10',
  ],
  [
    'another scope',
    (now) => {
      now.paths['/api/v5/customers'].get['x-scope'] = 'order_read'
    },
    'scope order_read, it was customer_read',
  ],
  [
    'another status of success',
    (now) => {
      const { responses } = now.paths['/api/v5/customers/create'].post
      responses[202] = responses[201]
      delete responses[201]
    },
    '201 is no longer answered',
  ],
])('finds %s', (_what, change, finds) => {
  expect(changed(change).join('\n')).toContain(finds)
})

it('finds the removal of every member of every request and response', () => {
  const places: string[][] = []
  const walk = (value: Json, path: string[]): void => {
    if (typeof value !== 'object' || value === null) return
    if (path.at(-1) === 'properties') places.push(...Object.keys(value).map((name) => [...path, name]))
    for (const [name, child] of Object.entries(value)) walk(child, [...path, name])
  }
  const isFailure = ([, , , responses, status]: string[]) => responses === 'responses' && !status?.startsWith('2')
  walk({ paths: RELEASED.paths, webhooks: RELEASED.webhooks }, [])
  // One in seven, so that the test stays quick; every place is of the same kind as its neighbours.
  const sample = places.filter((path) => !isFailure(path)).filter((_path, index) => index % 7 === 0)
  expect(sample.length).toBeGreaterThan(80)
  const missed = sample.filter((path) => {
    const found = changed((now) => {
      const parent = path.slice(0, -1).reduce((value, name) => value[name], now)
      delete parent[path.at(-1) ?? '']
    })
    return found.length === 0
  })
  expect(missed).toEqual([])
})
