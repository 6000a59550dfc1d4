import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { followRequests, newRequestId, REQUEST_ID_HEADER } from './request-id.ts'

it('puts the id of a request into its answer and into what is logged meanwhile, and into nothing else', async () => {
  const lines: { msg: string; requestId?: string }[] = []
  const log = createLog('info', {}, { write: (line) => void lines.push(JSON.parse(line)) })
  const app = Fastify({ genReqId: newRequestId })
  followRequests(app)
  app.get('/', async () => {
    await new Promise((resolve) => setImmediate(resolve))
    log.info('inside')
    return {}
  })
  const { headers } = await app.inject({ url: '/', headers: { [REQUEST_ID_HEADER]: 'chosen' } })
  log.info('outside')
  await app.close()
  expect(headers[REQUEST_ID_HEADER]).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines).toMatchObject([{ msg: 'inside', requestId: headers[REQUEST_ID_HEADER] }, { msg: 'outside' }])
  expect(lines[1]).not.toHaveProperty('requestId')
})
