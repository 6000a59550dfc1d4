// Redis that is lost at the worst moment: when a connection has just been made again and subscribes.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openRedis } from '../../src/lib/db/redis.ts'
import { createLog } from '../../src/lib/process/log.ts'

const { hostname, port } = new URL(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379')

/** Leads to Redis, and cuts each connection on which the client subscribes while `cuts` holds. */
const startCuttingProxy = async (cuts: () => boolean) => {
  const server = createServer((client) => {
    const redis = connect(Number(port || 6379), hostname)
    for (const socket of [client, redis]) socket.on('error', () => undefined)
    client.on('data', (chunk) => {
      if (!cuts() || !chunk.includes('subscribe')) return void redis.write(chunk)
      client.destroy()
      redis.destroy()
    })
    redis.pipe(client)
    client.on('close', () => redis.destroy())
    redis.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
process.on('unhandledRejection', note)
afterEach(() => void process.off('unhandledRejection', note))

it('a connection that is cut while it subscribes again ends nothing, and comes back', async () => {
  let cuts = false
  let cut = 0
  const proxy = await startCuttingProxy(() => {
    if (cuts) cut++
    return cuts
  })
  const redis = openRedis(proxy.url, 'test', createLog('silent', {}))
  redis.on('ready', () => void redis.subscribe('news').catch(() => undefined))
  const received: string[] = []
  redis.on('message', (_channel, text) => void received.push(text))
  const speaker = openRedis(`redis://${hostname}:${port || 6379}`, 'test', createLog('silent', {}))
  await once(speaker, 'ready')
  const say = (text: string) => expect.poll(() => speaker.publish('news', text).then(() => received)).toContain(text)
  await say('before')
  cuts = true
  redis.disconnect(true)
  // More than once: at first the client only knows what it was subscribed to.
  await expect.poll(() => cut).toBeGreaterThan(2)
  cuts = false
  await say('after')
  expect(unhandled).toEqual([])
  redis.disconnect()
  speaker.disconnect()
  proxy.server.close()
})
