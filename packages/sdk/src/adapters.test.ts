import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { toExpress } from './express.ts'
import { toFastify } from './fastify.ts'
import { toNode } from './node.ts'
import { newSecret, sign } from './signature.ts'
import { serveTransport } from './transport.ts'

const secret = newSecret()
const messenger = serveTransport({
  secretFor: () => secret,
  messageSent: ({ content }) => ({ external_message_id: `m-${content}` }),
})

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const started = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const frameworks: Record<string, () => Promise<string>> = {
  'Node http': () => started(createServer(toNode(messenger.handler))),
  Express: () => {
    const app = express()
    app.use(toExpress(messenger.handler))
    app.get('/other', (_request, response) => void response.send('other'))
    return started(createServer(app))
  },
  Fastify: async () => {
    const app = fastify()
    app.get('/other', async () => 'other')
    app.post('/json', async (request) => request.body)
    await app.register(toFastify(messenger.handler))
    open.push(() => app.close())
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
}

const webhook = (content: string) => {
  const data = { id: 1, type: 'text', content, external_user_id: 'u', external_chat_id: 'c', channel_id: 1 }
  return JSON.stringify({ type: 'message_sent', meta: { timestamp: 1 }, data })
}

const post = (url: string, body: string, signed = body) =>
  fetch(`${url}/transport/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      clientid: 'c',
      ...sign([secret], crypto.randomUUID(), new Date(), signed),
    },
    body,
  })

it.each(Object.keys(frameworks))('serves a module with %s: raw bytes, other paths not affected', async (name) => {
  const url = await (frameworks[name] as () => Promise<string>)()
  const answer = await post(url, webhook('ü'))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await answer.json()).toEqual({ async: false, external_message_id: 'm-ü' })
  expect((await post(url, webhook('b'), webhook('a'))).status).toBe(401)
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
  if (name !== 'Node http') expect(await (await fetch(`${url}/other`)).text()).toBe('other')
  if (name === 'Fastify') {
    const headers = { 'content-type': 'application/json' }
    expect(await (await fetch(`${url}/json`, { method: 'POST', headers, body: '{"a":1}' })).json()).toEqual({ a: 1 })
  }
})

it('fails with a hint when Express parsed the body first', async () => {
  const app = express()
  app.use(express.json())
  app.use(toExpress(messenger.handler))
  const answer = await post(await started(createServer(app)), webhook('a'))
  expect(answer.status).toBe(500)
  expect(await answer.text()).toMatch(/mount the module before express.json/)
})
