import { createSocket } from 'node:dgram'

// The control protocol of rtpengine ("ng"): a cookie and a JSON object in one datagram. A request is repeated until its
// response comes; rtpengine recognises the repeat by the cookie.

/** How a leg carries its media: a browser encrypts (DTLS, ICE), a telephone or a carrier does not. */
export type MediaKind = 'browser' | 'plain'

const KINDS: Readonly<Record<MediaKind, object>> = {
  browser: {
    ICE: 'force',
    'transport-protocol': 'UDP/TLS/RTP/SAVPF',
    'rtcp-mux': ['offer', 'require'],
    SDES: ['off'],
  },
  plain: { ICE: 'remove', 'transport-protocol': 'RTP/AVP', 'rtcp-mux': ['demux'] },
}

/** G.711 only: a recording needs no decoder, and every telephone has it. */
const CODECS = { strip: ['all'], except: ['PCMA', 'PCMU', 'telephone-event'] }

type Reply = { result: string; sdp?: string; calls?: string[]; 'error-reason'?: string }

/** The two sides of a call in rtpengine: tags that we choose. */
export type MediaPair = { call: string; from: string; to: string; branch: string }

const REPEAT_MS = 500
const ATTEMPTS = 10

/** Sends requests and matches responses to them. */
const openControl = async (port: number) => {
  const socket = createSocket('udp4')
  const waiting = new Map<string, (reply: Reply) => void>()
  let count = 0
  let closed = false
  const prefix = crypto.randomUUID().slice(0, 8)
  socket.on('message', (bytes) => {
    const text = bytes.toString('utf8')
    const space = text.indexOf(' ')
    waiting.get(text.slice(0, space))?.(JSON.parse(text.slice(space + 1)) as Reply)
  })
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))

  const ask = (body: object, attempts = ATTEMPTS): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const cookie = `${prefix}${++count}`
      const bytes = Buffer.from(`${cookie} ${JSON.stringify(body)}`)
      let left = attempts
      const finish = (): void => {
        clearInterval(timer)
        waiting.delete(cookie)
      }
      const send = () => {
        if (left-- > 0 && !closed) return socket.send(bytes, port, '127.0.0.1')
        finish()
        reject(new Error('rtpengine does not answer'))
      }
      const timer = setInterval(send, REPEAT_MS)
      waiting.set(cookie, (reply) => {
        finish()
        resolve(reply)
      })
      send()
    })
  const close = (): void => {
    closed = true
    socket.close()
  }
  return { ask, close }
}

export const openRtpengine = async ({ port }: { port: number }) => {
  const { ask, close } = await openControl(port)
  const command = async (name: string, call: string, more: object = {}): Promise<Reply> => {
    const reply = await ask({ command: name, 'call-id': call, ...more })
    if (reply.result !== 'ok') throw new Error(`rtpengine: ${name}: ${reply['error-reason'] ?? reply.result}`)
    return reply
  }
  const describe = (name: string, { call, from, to, branch }: MediaPair, sdp: string, kind: MediaKind) =>
    command(name, call, {
      sdp,
      'from-tag': from,
      ...(name === 'answer' && { 'to-tag': to }),
      'via-branch': branch,
      replace: ['origin', 'session-connection'],
      ...KINDS[kind],
      ...(name === 'offer' && { codec: CODECS }),
    }).then((reply) => reply.sdp ?? '')
  const remove = (call: string) => command('delete', call, { 'delete-delay': 0 }).catch(() => undefined)
  return {
    ping: async (): Promise<boolean> => (await ask({ command: 'ping' }, 1)).result === 'pong',
    /** Takes the description of `from` and gives the one for the other side, which is of this kind. */
    offer: (pair: MediaPair, sdp: string, kind: MediaKind) => describe('offer', pair, sdp, kind),
    /** Takes the description of `to` and gives the one for `from`, which is of this kind. */
    answer: (pair: MediaPair, sdp: string, kind: MediaKind) => describe('answer', pair, sdp, kind),
    /** Offers again within a call that was answered. */
    reoffer: ({ call, from, to, branch }: MediaPair, sdp: string, kind: MediaKind) =>
      command('offer', call, {
        sdp,
        'from-tag': from,
        'to-tag': to,
        'via-branch': branch,
        replace: ['origin', 'session-connection'],
        codec: CODECS,
        ...KINDS[kind],
      }).then((reply) => reply.sdp ?? ''),
    startRecording: (call: string) => command('start recording', call),
    stopRecording: (call: string) => command('stop recording', call),
    /** Plays a file to one side. */
    play: (call: string, tag: string, file: string, times = 1) =>
      command('play media', call, { 'from-tag': tag, file, 'repeat-times': times }),
    stopPlaying: (call: string, tag: string) => command('stop media', call, { 'from-tag': tag }),
    /** Ends the media of the call, and closes its recording. */
    remove,
    /** Also those that we do not know of. Version 10.5 crashes when it ends with a recorded call open (in recording_finish). */
    removeAll: async (): Promise<void> => {
      const { calls = [] } = await ask({ command: 'list', limit: '10000' }, 2)
      await Promise.all(calls.map(remove))
    },
    close,
  }
}

export type Rtpengine = Awaited<ReturnType<typeof openRtpengine>>
