import type { SoftphoneCall } from '@patchbay/sdk/softphone'
import { UA, WebSocketInterface } from 'jssip'
import type { EndEvent, RTCSession } from 'jssip/lib/RTCSession'
import type { IncomingRequest, IncomingResponse } from 'jssip/lib/SIPMessage'
import type { RTCSessionEvent } from 'jssip/lib/UA'
import type { Devices } from './devices.ts'
import { type Refusal, refusalOf } from './refused-call.ts'
import type { Session } from './session.ts'

// The telephone: JsSIP, with its calls as the page and the workspace show them.

export type PhoneCall = SoftphoneCall & { state: 'incoming' | 'ringing' | 'talking' | 'ended' }

export type PhoneEvents = {
  onCall: (call: PhoneCall) => void
  /** Why a call that was dialled here came to nothing. */
  onRefused: (refusal: Refusal) => void
  onRegistered: () => void
  onUnregistered: (reason: string | undefined) => void
}

/** The exchange marks calls that this user asked for: they are answered without a ring. */
const answersItself = (request: IncomingRequest): boolean =>
  request.hasHeader('Call-Info') && String(request.getHeader('Call-Info')).includes('answer-after=0')

const headerOf = (request: IncomingRequest, name: string): string | undefined =>
  request.hasHeader(name) ? String(request.getHeader(name)) : undefined

type Held = { call: PhoneCall; session: RTCSession }

/** What JsSIP says of a session, as changes of its call. */
const followSession = (session: RTCSession, devices: Devices, update: (change: Partial<PhoneCall>) => void): void => {
  const listen = (peer: RTCPeerConnection): void =>
    peer.addEventListener('track', ({ streams: [stream], track }) => devices.play(stream ?? new MediaStream([track])))
  if (session.connection) listen(session.connection)
  session.on('peerconnection', ({ peerconnection }) => listen(peerconnection))
  session.on('accepted', () => update({ state: 'talking' }))
  session.on('muted', () => update({ muted: true }))
  session.on('unmuted', () => update({ muted: false }))
  for (const event of ['hold', 'unhold'] as const)
    session.on(event, ({ originator }: { originator: string }) => {
      if (originator === 'local') update({ held: event === 'hold' })
    })
  session.on('ended', () => update({ state: 'ended' }))
  session.on('failed', () => update({ state: 'ended' }))
}

/** The call of a session that the exchange began. */
const incomingCall = (session: RTCSession, request: IncomingRequest): PhoneCall => {
  const callExternalId = headerOf(request, 'X-Exchange-Call')
  const isOutgoing = headerOf(request, 'X-Exchange-Direction') === 'out'
  return {
    id: crypto.randomUUID(),
    phone: session.remote_identity.uri.user || 'anonymous',
    direction: isOutgoing ? 'out' : 'in',
    state: isOutgoing ? 'ringing' : 'incoming',
    muted: false,
    held: false,
    ...(callExternalId !== undefined && { callExternalId }),
  }
}

const createUserAgent = (
  { wsUrl, sipUri, contactUri, user, password, realm, displayName }: Session,
  events: PhoneEvents,
): UA => {
  const ua = new UA({
    sockets: [new WebSocketInterface(wsUrl)],
    uri: sipUri,
    contact_uri: contactUri,
    authorization_user: user,
    password,
    ...(realm !== undefined && { realm }),
    display_name: displayName,
    session_timers: false,
    // A restart of the exchange is over in seconds.
    connection_recovery_min_interval: 1,
    connection_recovery_max_interval: 8,
  })
  ua.on('registered', events.onRegistered)
  ua.on('unregistered', () => events.onUnregistered(undefined))
  ua.on('registrationFailed', ({ cause }) => events.onUnregistered(cause))
  ua.on('disconnected', () => events.onUnregistered(undefined))
  return ua
}

export const createPhone = (options: Session, devices: Devices, events: PhoneEvents) => {
  const calls = new Map<string, Held>()
  const ua = createUserAgent(options, events)
  const media = () => ({ mediaConstraints: devices.constraints(), pcConfig: { iceServers: options.iceServers } })
  const follow = (session: RTCSession, call: PhoneCall): void => {
    const held = { call, session }
    calls.set(call.id, held)
    followSession(session, devices, (change) => {
      held.call = { ...held.call, ...change }
      if (held.call.state === 'ended') calls.delete(call.id)
      events.onCall(held.call)
    })
    events.onCall(call)
  }
  ua.on('newRTCSession', ({ originator, session, request }: RTCSessionEvent) => {
    if (originator !== 'remote') return
    const incoming = request as IncomingRequest
    follow(session, incomingCall(session, incoming))
    if (answersItself(incoming)) session.answer(media())
  })
  const find = (id: string): RTCSession | undefined => calls.get(id)?.session
  return {
    start: () => ua.start(),
    isRegistered: () => ua.isRegistered(),
    calls: () => [...calls.values()].map(({ call }) => call),
    dial: (phone: string): void => {
      const number = phone.replace(/[^\d+*#]/g, '')
      if (number === '') return
      const session = ua.call(number, media())
      session.on('failed', ({ message, cause }: EndEvent) => {
        const refusal = refusalOf(cause, message as IncomingResponse | undefined)
        if (refusal !== undefined) events.onRefused(refusal)
      })
      const base = { id: crypto.randomUUID(), phone: number, muted: false, held: false }
      follow(session, { ...base, direction: 'out', state: 'ringing' })
    },
    answer: (id: string) => find(id)?.answer(media()),
    hangUp: (id: string): void => {
      const held = calls.get(id)
      // 486: declined here; the exchange rings others.
      if (held) held.session.terminate(held.call.state === 'incoming' ? { status_code: 486 } : {})
    },
    mute: (id: string, on: boolean): void => (on ? find(id)?.mute({ audio: true }) : find(id)?.unmute({ audio: true })),
    hold: (id: string, on: boolean): void => void (on ? find(id)?.hold() : find(id)?.unhold()),
    keys: (id: string, digits: string) => find(id)?.sendDTMF(digits),
    /** In a call, the new microphone is used at once. */
    changeMicrophone: async (): Promise<void> => {
      const talking = [...calls.values()].filter(({ call }) => call.state === 'talking')
      if (talking.length === 0) return
      const [track] = (await navigator.mediaDevices.getUserMedia(devices.constraints())).getAudioTracks()
      for (const { session } of talking)
        for (const sender of session.connection.getSenders()) if (track) await sender.replaceTrack(track)
    },
  }
}

export type Phone = ReturnType<typeof createPhone>
