import type { Exchange } from '@patchbay/contract/platform/workspace/traffic'

// A request to a module as a test of the module's own, in the form that `npm create patchbay-module` writes: it fails until the
// module answers as agreed.

type SentRequest = Pick<Exchange, 'direction' | 'method' | 'url' | 'request' | 'sent' | 'at'>

const parse = (text: string | undefined): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

/** The test signs as a client of its own. */
const withoutClient = ({ clientId: _, ...fields }: Record<string, unknown>) => fields

const contentOf = ({ method, url, request, sent }: SentRequest): string => {
  if (method === 'GET') {
    const query = withoutClient(Object.fromEntries(new URL(url).searchParams))
    return `fields: ${JSON.stringify(query, null, 2)}`
  }
  const isJson = sent?.headers['content-type']?.startsWith('application/json') === true
  return isJson
    ? `json: ${JSON.stringify(parse(request), null, 2)}`
    : `fields: ${JSON.stringify(withoutClient(parse(request)), null, 2)}`
}

const quoted = (text: string): string => JSON.stringify(text)

/** Undefined for what is no request of ours that a module answers. */
export const failingTest = (exchange: SentRequest): string | undefined => {
  const { direction, method, url, at } = exchange
  const path = URL.parse(url)?.pathname
  if (direction !== 'out' || path === undefined || (method !== 'GET' && method !== 'POST')) return undefined
  const content = contentOf(exchange).replaceAll('\n', '\n      ')
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startForTest } from '@patchbay/sdk/testing'
import { build } from '../src/module.js'

// As it was sent at ${at}. Secrets and personal data are masked: put in values that your module takes.
test(${quoted(`${method} ${path}`)}, async () => {
  const module = await startForTest(build)
  try {
    const reply = await module.send({
      method: ${quoted(method)},
      path: ${quoted(path)},
      ${content},
    })
    assert.equal(reply.status, 200, reply.text)
    assert.notEqual(reply.json.success, false, reply.text)
  } finally {
    await module.stop()
  }
})
`
}
