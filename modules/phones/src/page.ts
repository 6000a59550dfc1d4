import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { inlineSources } from '@patchbay/sdk/inline-sources'
import { refuse } from '@patchbay/sdk/request'
import type { HangupStatus, OpenSoftphone } from '@patchbay/sdk/shapes'
import { softphoneScript } from '@patchbay/sdk/softphone-script'
import type { Directory } from './directory.ts'
import { EVERYONE, type Exchange, GROUP } from './exchange.ts'

// The page with the phones: it shows the state of the exchange, and each button sends one action.

const PAGE = readFileSync(join(import.meta.dirname, '../page/phones.html'), 'utf8')

const SOFTPHONE = readFileSync(join(import.meta.dirname, '../page/softphone.html'), 'utf8')

/** In a frame only of these pages. */
const headersFor = (page: string, ancestors: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; img-src data:; style-src ${inlineSources(page, 'style')}; script-src 'self' ${inlineSources(page, 'script')}; connect-src 'self'; frame-ancestors ${ancestors}`,
})

type PageAction = {
  act?: unknown
  id?: unknown
  code?: unknown
  phone?: unknown
  to?: unknown
  line?: unknown
  status?: unknown
}

export type PageParts = {
  exchange: Exchange
  /** Where an incoming call should ring: the responsible manager's phone, else the group. */
  route: (phone: string, to: string) => Promise<string>
  onChange: () => void
  /** A call of the manager at this phone. */
  callOut: (code: string, phone: string) => void
  /** Read each time the page is opened: an administrator changes it in the workspace. */
  readDirectory: () => Promise<Directory>
  /** Numbers that have called before. */
  knownNumbers: () => string[]
}

const isGroup = (to: string): boolean => to === GROUP || to === EVERYONE

const isNumber = (phone: string): boolean => /^\+?[\d ()-]{3,20}$/.test(phone)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

type ActionResult = { done: boolean /** Of a call that began. */; id?: string | undefined }

const runAction = async ({ exchange, route, callOut }: PageParts, body: PageAction): Promise<ActionResult> => {
  const [id, code, phone, to, line] = [body.id, body.code, body.phone, body.to, body.line].map(text) as [
    string,
    string,
    string,
    string,
    string,
  ]
  switch (body.act) {
    case 'call-in':
      if (!isNumber(phone) || !(isGroup(to) || exchange.hasPhone(to))) return { done: false }
      return { done: true, id: exchange.callIn(phone, await route(phone, to), line === '' ? undefined : line)?.id }
    case 'call-out':
      if (!isNumber(phone) || !exchange.hasPhone(code)) return { done: false }
      callOut(code, phone)
      return { done: true }
    case 'decline':
      return { done: exchange.decline(id, code) }
    case 'answer':
      return { done: exchange.answer(id, code === '' ? undefined : code) }
    case 'transfer':
      return { done: exchange.transfer(id, to) }
    case 'hang-up': {
      const status = body.status === 'busy' || body.status === 'cancel' ? (body.status as HangupStatus) : undefined
      return { done: exchange.hangUp(id, status) }
    }
    default:
      return { done: false }
  }
}

const parse = (body: Uint8Array): PageAction => {
  try {
    return Object(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch {
    return {}
  }
}

export const createPage = (parts: PageParts) => {
  const open = new Set<ServerResponse>()
  /** Those of softphones: nobody acts as a customer there. */
  const softphones = new Set<ServerResponse>()
  /** The origins of workspaces that asked for a softphone: they may show it in a frame. */
  const workspaces = new Set<string>()
  /** Undefined until the system has said so. */
  let directory: Directory | undefined
  const state = () => {
    const { exchange } = parts
    const phones = exchange.phones.map((code) => ({
      code,
      status: exchange.statusOf(code),
      owner: directory && (directory.owners[code] ?? null),
    }))
    const numbers = { known: parts.knownNumbers(), lines: directory?.lines ?? [] }
    const shown = { phones, group: GROUP, everyone: EVERYONE, calls: exchange.list(), numbers }
    return `data: ${JSON.stringify(shown)}\n\n`
  }
  const changed = (): void => {
    for (const response of [...open, ...softphones]) response.write(state())
  }
  const follow = (response: ServerResponse, followers: Set<ServerResponse>): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(state())
    followers.add(response)
    response.on('close', () => followers.delete(response))
    parts.readDirectory().then(
      (read) => {
        directory = read
        changed()
      },
      // The system is away, or the key may not read users: the phones work without names.
      () => {},
    )
  }
  return {
    /** Whether the page is open in a browser. */
    isOpen: () => open.size > 0,
    changed,
    softphoneLink: ({ code, origin }: OpenSoftphone, publicUrl: string): string => {
      if (!parts.exchange.hasPhone(code)) refuse(`There is no phone ${code} here`)
      workspaces.add(origin)
      return new URL(`softphone#code=${encodeURIComponent(code)}`, `${publicUrl.replace(/\/+$/, '')}/`).href
    },
    serve: async (request: IncomingMessage, response: ServerResponse, body: Uint8Array): Promise<unknown> => {
      const [path = '/', query] = (request.url ?? '/').split('?')
      const what = `${request.method} ${path}`
      if (what === 'GET /') return response.writeHead(200, headersFor(PAGE, "'none'")).end(PAGE)
      if (what === 'GET /softphone')
        return response.writeHead(200, headersFor(SOFTPHONE, [...workspaces].join(' ') || "'none'")).end(SOFTPHONE)
      if (what === 'GET /softphone.js')
        return response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(softphoneScript())
      if (what === 'GET /events') return follow(response, query === 'softphone' ? softphones : open)
      // CSRF protection: a form of another site cannot send JSON.
      const isJson = request.headers['content-type'] === 'application/json'
      if (what === 'POST /act' && isJson) {
        const { done, id } = await runAction(parts, parse(body))
        parts.onChange()
        const headers = { 'content-type': 'application/json' }
        return response.writeHead(done ? 200 : 409, headers).end(JSON.stringify({ id }))
      }
      return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    },
  }
}
