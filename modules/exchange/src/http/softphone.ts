import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Client } from '@patchbay/sdk/client'
import type { ActiveCall, Board } from '../calls/board.ts'
import type { createHandOver } from '../calls/hand-over.ts'
import type { createIncoming } from '../calls/incoming.ts'
import type { createTalking } from '../calls/talking.ts'
import type { Settings } from '../settings.ts'
import { ha1Of } from '../sip/digest.ts'
import { REALM } from '../sip/kamailio.ts'
import { saveCredential } from '../store/extensions.ts'
import type { Database } from '../store/schema.ts'
import { deleteCredential, findSession, insertSession, type Session, takeSession } from '../store/sessions.ts'
import { readStatic } from './static.ts'

// The server side of the softphone: its page, its session (a SIP password that lives as long as it), and what a telephone
// cannot do by SIP alone: transfer, pick-up, pausing the recording.

const LINK_SECONDS = 60
const SESSION_SECONDS = 12 * 3_600

export type SoftphoneOptions = {
  db: Database
  settings: Settings
  publicUrl: string
  client: Client
  board: Board
  talking: ReturnType<typeof createTalking>
  incoming: ReturnType<typeof createIncoming>
  handOver: ReturnType<typeof createHandOver>
}

type Body = { token?: unknown; to?: unknown; callId?: unknown; on?: unknown }
type Answer = { status: number; body: object }

const readJson = (bytes: Uint8Array): Body => {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    return {}
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const done = (ok: boolean): Answer =>
  ok ? { status: 200, body: { success: true } } : { status: 409, body: { success: false } }

/** Unless a proxy is in front of it. */
const websocketUrlOf = ({ ports }: Settings, host: string): string =>
  ports.tls === undefined ? `ws://${host}:${ports.websocket}/ws` : `wss://${host}:${ports.tls}/ws`

const createSessions = ({ db, client, settings }: SoftphoneOptions, websocketUrl: string) => {
  const nameOf = async (userId: string, extension: string): Promise<string> => {
    const user = await client.user(Number(userId)).catch(() => undefined)
    return user ? `${user.firstName} ${user.lastName ?? ''}`.trim() : extension
  }
  return async (token: string): Promise<Answer> => {
    const opened = await takeSession(db, token)
    if (!opened) return { status: 403, body: { success: false, errorMsg: 'The link was used or has expired' } }
    const { extension, userId } = opened
    if (opened.username) await deleteCredential(db, opened.username)
    const username = `s-${randomBytes(9).toString('hex')}`
    const password = randomBytes(24).toString('base64url')
    const ha1 = ha1Of(username, REALM, password)
    await saveCredential(db, { username, extension, ha1, seconds: SESSION_SECONDS })
    const session = { kind: 'session', extension, userId, username, seconds: SESSION_SECONDS } as const
    return {
      status: 200,
      body: {
        wsUrl: websocketUrl,
        sipUri: `sip:${extension}@${settings.address}`,
        // By its contact the exchange knows a page, also when it is gone (calls/hand-over.ts).
        contactUri: `sip:${username}@softphone.invalid;transport=ws`,
        user: username,
        password,
        realm: REALM,
        displayName: await nameOf(userId, extension),
        extension,
        iceServers: [],
        resumeToken: await insertSession(db, session),
      },
    }
  }
}

export const createSoftphone = (options: SoftphoneOptions) => {
  const { db, settings, publicUrl, board, talking, incoming, handOver } = options
  /** Workspaces that asked for a link: only they may frame the page. */
  const origins = new Set<string>()
  const websocketUrl = settings.websocketUrl ?? websocketUrlOf(settings, new URL(publicUrl).hostname)

  const openSession = createSessions(options, websocketUrl)
  /** The call of this extension: the one that is named, or the only one. */
  const callOf = ({ extension }: Session, callId: string): ActiveCall | undefined =>
    [...board.calls.values()].find(
      ({ state }) => state.telephone?.extension === extension && (callId === '' || state.id === callId),
    )
  const setRecording = async (call: ActiveCall | undefined, on: boolean): Promise<boolean> => {
    if (!call?.state.recorded) return false
    const { rtpengine } = board.deps
    await (on ? rtpengine.startRecording(call.state.id) : rtpengine.stopRecording(call.state.id))
    return true
  }
  const act = async (action: string, session: Session, body: Body): Promise<Answer | undefined> => {
    const callId = text(body.callId)
    const call = callOf(session, callId)
    if (action === 'transfer') return done(call !== undefined && (await talking.transfer(call, text(body.to))))
    if (action === 'recording') return done(await setRecording(call, body.on === true))
    if (session.username !== null) {
      if (action === 'leave') return done(handOver.leave(session.username))
      if (action === 'take-over')
        return done(await handOver.takeOver({ extension: session.extension, username: session.username }))
    }
    if (action !== 'pickup') return undefined
    const ringing = board.calls.get(callId)
    return done(ringing !== undefined && (await incoming.pickUp(ringing, session.extension)))
  }
  const answer = async (request: IncomingMessage, path: string, bytes: Uint8Array): Promise<Answer | undefined> => {
    const body = readJson(bytes)
    if (path === 'session') return openSession(text(body.token))
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const session = await findSession(db, token)
    if (!session) return { status: 401, body: { success: false, errorMsg: 'The session has ended' } }
    return act(path, session, body)
  }
  const headersFor = (type: string) => ({
    'content-type': type,
    'cache-control': 'no-cache',
    'content-security-policy': `default-src 'self'; connect-src 'self' ${new URL(websocketUrl).origin}; media-src 'self' blob:; frame-ancestors ${[...origins].join(' ') || "'none'"}`,
    'permissions-policy': 'microphone=(self)',
    'referrer-policy': 'no-referrer',
  })
  return {
    /** The link works once, within a minute. */
    linkFor: async ({ code, userId, origin }: { code: string; userId: string; origin: string }): Promise<string> => {
      origins.add(origin)
      const token = await insertSession(db, { kind: 'link', extension: code, userId, seconds: LINK_SECONDS })
      return `${publicUrl}/softphone#token=${token}`
    },
    serve: async (request: IncomingMessage, response: ServerResponse, bytes: Uint8Array): Promise<unknown> => {
      const [, path] = /^\/softphone\/?([^?]*)/.exec(request.url ?? '') ?? []
      const notFound = () => response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
      if (path === undefined) return notFound()
      if (request.method === 'POST') {
        const found = await answer(request, path, bytes)
        if (!found) return notFound()
        return response.writeHead(found.status, { 'content-type': 'application/json' }).end(JSON.stringify(found.body))
      }
      const file = request.method === 'GET' ? await readStatic(path) : undefined
      return file ? response.writeHead(200, headersFor(file.type)).end(file.bytes) : notFound()
    },
  }
}
