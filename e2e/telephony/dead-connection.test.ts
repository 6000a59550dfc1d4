// A connection that a router forgot: nothing arrives, and neither side knows.
import { type AddressInfo, connect, createServer } from 'node:net'
import { FERN } from '@patchbay/testkit/fixtures'
import { type Receiver, startReceiver } from '@patchbay/testkit/receiver'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { connectExchange, fillShop, ring } from '../support/demo.ts'
import { ADDRESS, type Rig, startRig } from '../support/rig.ts'

const NADIA = '+46 8 500 550 01'

/** Between browser and server: after `forget` the connections of live streams stay open and carry nothing. */
const startRouter = async (port: number) => {
  const streams: (() => void)[] = []
  const router = createServer((browser) => {
    const server = connect(port, '127.0.0.1')
    for (const socket of [browser, server]) socket.on('error', () => undefined)
    browser.pipe(server)
    server.pipe(browser)
    server.on('data', (chunk) => {
      if (!chunk.includes('text/event-stream')) return
      streams.push(() => server.unpipe(browser).resume())
    })
    browser.on('close', () => server.destroy())
  })
  await new Promise<void>((done) => router.listen(0, '127.0.0.1', done))
  return {
    port: (router.address() as AddressInfo).port,
    carriesStream: () => streams.length > 0,
    forget: () => {
      for (const forget of streams) forget()
    },
    close: () => router.close(),
  }
}

let rig: Rig
let exchange: Receiver
let router: Awaited<ReturnType<typeof startRouter>>
let browser: Browser
beforeAll(async () => {
  rig = await startRig()
  exchange = await startReceiver()
  await connectExchange(rig.api, exchange)
  await fillShop(rig.api)
  router = await startRouter(rig.server.port)
  browser = await launchChromium([
    `--host-resolver-rules=MAP ${FERN.host} 127.0.0.1:${router.port}`,
    `--unsafely-treat-insecure-origin-as-secure=${ADDRESS}`,
  ])
})
afterAll(async () => {
  await browser.close()
  router.close()
  await rig.close()
  await exchange.close()
})

it('a page notices that its live stream is dead, and shows the call that rang meanwhile', async () => {
  const desk = await rig.desk('ada')
  const context = await browser.newContext({ storageState: await desk.context.storageState() })
  const page = await context.newPage()
  page.setDefaultTimeout(90_000)
  const streams: string[] = []
  page.on('request', (request) => request.url().includes('/workspace/live') && streams.push(request.url()))
  await page.goto(`${ADDRESS}/orders`, { waitUntil: 'networkidle' })
  // A request that was sent is no stream yet: forgotten before its answer passes, it would go on.
  await expect.poll(() => router.carriesStream()).toBe(true)
  expect(streams.length).toBe(1)
  router.forget()
  await ring(rig.api, { phone: NADIA, type: 'in', codes: ['101'], callExternalId: 'unheard' })
  await page.getByRole('region', { name: `Incoming call ${NADIA}` }).waitFor()
  expect(streams.length, 'by a stream of its own accord').toBeGreaterThan(1)
})
