// A client of the live event stream, over a real socket.
import { request } from 'undici'

type Event = { type: string; code?: string }

export type LiveStream = {
  events: Event[]
  ids: string[]
  codes: () => (string | undefined)[]
  resyncs: () => number
  ended: () => boolean
  close: () => void
}

/**
 * Opens /workspace/live. Like EventSource it resumes after `lastId`; `from` starts at the position of an earlier read.
 */
export const openLiveStream = async (
  origin: string,
  host: string,
  cookie: string,
  lastId?: string,
  from?: string,
  view?: 'wall',
): Promise<LiveStream> => {
  const headers = { host, cookie, ...(lastId !== undefined && { 'last-event-id': lastId }) }
  const query = new URLSearchParams({ ...(from !== undefined && { from }), ...(view && { view }) })
  const { body, statusCode } = await request(`${origin}/workspace/live?${query}`, {
    headers,
    headersTimeout: 10_000,
    bodyTimeout: 0,
  })
  if (statusCode !== 200) throw new Error(`the stream was refused: ${statusCode}`)
  const [events, ids]: [Event[], string[]] = [[], []]
  let rest = ''
  let ended = false
  body.setEncoding('utf8')
  body.on('error', () => undefined)
  body.on('close', () => {
    ended = true
  })
  body.on('data', (chunk: string) => {
    const frames = (rest + chunk).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const id = /^id: (.+)$/m.exec(frame)?.[1]
      const data = /^data: (.+)$/m.exec(frame)?.[1]
      if (id) ids.push(id)
      if (data) events.push(JSON.parse(data))
    }
  })
  return {
    events,
    ids,
    codes: () => events.map(({ code }) => code),
    resyncs: () => events.filter(({ type }) => type === 'resync').length,
    ended: () => ended,
    close: () => body.destroy(),
  }
}
