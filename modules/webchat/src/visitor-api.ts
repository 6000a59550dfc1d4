import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pictureType } from './pictures.ts'
import type { Store, Visitor } from './store.ts'

// The API of the visitor's page. A visitor is identified by the token from the response to the first message. It is
// sent in a header, never in a cookie, so that other sites cannot use it.

export type VisitorApi = {
  store: Store
  /** Called after an outbox message was stored. */
  onOutboxMessage: () => void
  notifyVisitor: (visitorId: string) => void
  /** Opens an event stream to the visitor. */
  subscribe: (visitorId: string, response: ServerResponse) => void
}

export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '👎']

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-max-age': '86400',
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const json = (response: ServerResponse, status: number, body: unknown): void =>
  void response
    .writeHead(status, { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, message: string): void => json(response, status, { message })

const parse = (body: Uint8Array): Record<string, unknown> => {
  try {
    return Object(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch {
    return {}
  }
}

/** A rate limit per address, so that a visitor cannot flood the managers. */
const createLimiter = (most = 60, windowMs = 10_000) => {
  const counts = new Map<string, number>()
  setInterval(() => counts.clear(), windowMs).unref()
  return (address: string): boolean => {
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= most
  }
}

const tokenOf = (request: IncomingMessage, query: URLSearchParams): string =>
  request.headers.authorization?.replace(/^Bearer /, '') ?? query.get('token') ?? ''

const newVisitor = (store: Store): { visitor: Visitor; token: string } => {
  const token = randomBytes(24).toString('base64url')
  const id = crypto.randomUUID()
  const visitor = { id, nickname: `Visitor ${id.slice(0, 4)}` }
  store.insertVisitor(visitor, hashToken(token))
  return { visitor, token }
}

const write = (
  { store, onOutboxMessage, notifyVisitor }: VisitorApi,
  known: Visitor | undefined,
  content: { text: string; picture?: { type: string; bytes: Uint8Array } },
) => {
  const written = store.transaction(() => {
    const { visitor, token } = known ? { visitor: known, token: undefined } : newVisitor(store)
    const id = crypto.randomUUID()
    const pictures = content.picture ? [id] : []
    if (content.picture) store.insertPicture(id, content.picture.type, content.picture.bytes)
    store.insertMessage(visitor.id, { id, side: 'visitor', text: content.text, pictures, at: Date.now() })
    store.outbox.insert({ kind: 'message', visitorId: visitor.id, messageId: id })
    return { visitorId: visitor.id, id, ...(token !== undefined && { token }) }
  })
  onOutboxMessage()
  notifyVisitor(written.visitorId)
  const { visitorId: _private, ...shown } = written
  return shown
}

const react = (
  { store, onOutboxMessage, notifyVisitor }: VisitorApi,
  visitor: Visitor,
  messageId: string,
  reaction: string,
  add: boolean,
): boolean => {
  if (store.findMessage(messageId)?.visitorId !== visitor.id || !REACTIONS.includes(reaction)) return false
  const change = (kind: 'react' | 'unreact', emoji: string): void => {
    const write = kind === 'react' ? store.addVisitorReaction : store.deleteVisitorReaction
    if (write(messageId, emoji)) store.outbox.insert({ kind, messageId, reaction: emoji })
  }
  store.transaction(() => {
    if (!add) return change('unreact', reaction)
    // One reaction per person, as in messengers: a new one replaces the old.
    for (const other of REACTIONS) if (other !== reaction) change('unreact', other)
    change('react', reaction)
  })
  onOutboxMessage()
  notifyVisitor(visitor.id)
  return true
}

const receiveMessage = (
  side: VisitorApi,
  visitor: Visitor | undefined,
  request: IncomingMessage,
  body: Uint8Array,
  response: ServerResponse,
) => {
  if (!request.headers['content-type']?.startsWith('image/')) {
    const text = String(parse(body).text ?? '').trim()
    if (text === '' || text.length > 4_000) return refuse(response, 400, 'Enter between 1 and 4,000 characters')
    return json(response, 200, write(side, visitor, { text }))
  }
  const type = pictureType(body)
  if (type === undefined) return refuse(response, 415, 'Only PNG, JPEG, GIF and WebP images can be sent')
  return json(response, 200, write(side, visitor, { text: '', picture: { type, bytes: body } }))
}

const sendPicture = ({ store }: VisitorApi, visitor: Visitor, id: string, response: ServerResponse) => {
  const mine = store.listMessages(visitor.id).some(({ pictures }) => pictures.includes(id))
  const picture = mine ? store.findPicture(id) : undefined
  if (!picture) return refuse(response, 404, 'Image not found')
  const headers = {
    'content-type': picture.type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=86400',
  }
  response.writeHead(200, { ...CORS, ...headers }).end(picture.bytes)
}

/** Handles all requests under /chat/. */
export const serveVisitors = (side: VisitorApi) => {
  const isAllowed = createLimiter()
  return (request: IncomingMessage, response: ServerResponse, body: Uint8Array): unknown => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://webchat')
    if (request.method === 'OPTIONS') return response.writeHead(204, CORS).end()
    if (!isAllowed(request.socket.remoteAddress ?? ''))
      return refuse(response, 429, 'Too many requests. Wait a moment and try again')
    const visitor = side.store.findVisitorByToken(hashToken(tokenOf(request, searchParams)))
    const what = `${request.method} ${pathname.replace(/^\/chat\/pictures\/.*/, '/chat/pictures')}`
    if (what === 'POST /chat/messages') return receiveMessage(side, visitor, request, body, response)
    if (!visitor) return refuse(response, 401, 'Write a message first')
    if (what === 'GET /chat/messages')
      return json(response, 200, { messages: side.store.listMessages(visitor.id), reactions: REACTIONS })
    if (what === 'GET /chat/events') return side.subscribe(visitor.id, response)
    if (what === 'GET /chat/pictures') return sendPicture(side, visitor, pathname.split('/').pop() ?? '', response)
    if (what === 'POST /chat/reactions' || what === 'DELETE /chat/reactions') {
      const { messageId, reaction } = parse(body)
      const done = react(side, visitor, String(messageId), String(reaction), request.method === 'POST')
      return done ? json(response, 200, {}) : refuse(response, 400, 'Message or reaction not found')
    }
    return refuse(response, 404, 'Not found')
  }
}
