import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { inlineSources } from '@patchbay/sdk/inline-sources'
import { startOutbox } from '@patchbay/sdk/outbox'
import { type BuildModule, type StartOptions, startModule } from '@patchbay/sdk/run-module'
import { serveTransport } from '@patchbay/sdk/transport'
import { ensureChannel } from '@patchbay/sdk/transport-client'
import { channelSettings, deliver } from './deliver.ts'
import { importSetup, type Setup } from './setup.ts'
import { openWebchatStore } from './store.ts'
import { serveVisitors } from './visitor-api.ts'
import { webhookHandlers } from './webhook-handlers.ts'

const WIDGET = join(import.meta.dirname, '../widget')

/** The scripts of the widget: its sources without their types. */
const readWidget = (): Map<string, string> =>
  new Map(
    readdirSync(WIDGET)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [`/${name.replace(/\.ts$/, '.js')}`, readFileSync(join(WIDGET, name), 'utf8')] as const)
      .map(([path, source]) => [path, stripTypeScriptTypes(source).replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")]),
  )

/** Open event streams by visitor. */
const createSubscribers = () => {
  const open = new Map<string, Set<ServerResponse>>()
  return {
    subscribe: (visitorId: string, response: ServerResponse): void => {
      const headers = {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      }
      response.writeHead(200, headers).write('retry: 2000\n\ndata: hello\n\n')
      const all = open.get(visitorId) ?? new Set()
      open.set(visitorId, all.add(response))
      const heartbeat = setInterval(() => response.write(': \n\n'), 20_000)
      response.on('close', () => {
        clearInterval(heartbeat)
        all.delete(response)
        if (all.size === 0) open.delete(visitorId)
      })
    },
    notifyVisitor: (visitorId: string): void => {
      for (const response of open.get(visitorId) ?? []) response.write('data: changed\n\n')
    },
  }
}

const SHOP_PAGE = readFileSync(join(import.meta.dirname, '../page/shop.html'), 'utf8')

/** The widget must work in a shop with a strict policy. */
const SHOP_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'self'; img-src 'self' http: https: data:; style-src ${inlineSources(SHOP_PAGE, 'style')}; frame-ancestors 'none'`,
}

const servePages = (visitors: ReturnType<typeof serveVisitors>) => {
  const widget = readWidget()
  return (request: IncomingMessage, response: ServerResponse, body: Uint8Array): unknown => {
    const [path = '/'] = (request.url ?? '/').split('?')
    const script = widget.get(path)
    if (path.startsWith('/chat/')) return visitors(request, response, body)
    if (script !== undefined) {
      const headers = {
        'content-type': 'text/javascript',
        'cache-control': 'max-age=300',
        'access-control-allow-origin': '*',
      }
      return response.writeHead(200, headers).end(script)
    }
    if (path === '/') return response.writeHead(200, SHOP_HEADERS).end(SHOP_PAGE)
    return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
  }
}

/** The setup is used at the first start only. */
export const webchatModule =
  (setup?: Setup): BuildModule =>
  ({ connection: system, publicUrl, folder, log }) => {
    const store = openWebchatStore(join(folder, 'webchat.sqlite'))
    const { subscribe, notifyVisitor } = createSubscribers()
    let channel: number | undefined
    const outbox = startOutbox({
      // Nothing can be delivered before the channel exists.
      next: () => (channel === undefined ? undefined : store.outbox.next()),
      send: ({ body }) => deliver(store, system.transport(), channel ?? 0, body),
      complete: store.outbox.complete,
      log,
    })
    const served = serveTransport({
      ...webhookHandlers(store, system.transport, notifyVisitor),
      secretFor: system.secretFor,
      activity: ({ active, freeze }) => log(`switched ${active && !freeze ? 'on' : 'off'}`),
    })
    const visitors = serveVisitors({ store, onOutboxMessage: outbox.wake, notifyVisitor, subscribe })
    const started = async () => {
      const line = { type: 'custom', external_id: 'webchat', name: 'Web chat', settings: channelSettings } as const
      const id = await ensureChannel(system.transport(), line)
      if (setup && !store.isSetUp()) await importSetup(store, system.transport(), id, setup)
      channel = id
      outbox.wake()
    }
    const stopped = async () => {
      await outbox.stop()
      store.close()
    }
    return {
      code: 'webchat',
      name: 'Web chat',
      handler: served.handler,
      registration: served.registration(publicUrl),
      fallback: servePages(visitors),
      started,
      stopped,
    }
  }

export const startWebchat = ({ setup, ...options }: StartOptions & { setup?: Setup | undefined }) =>
  startModule(webchatModule(setup), options)
