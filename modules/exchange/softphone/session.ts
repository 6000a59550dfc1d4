// The session of this page at the exchange. The token of the link works once; nothing is stored, since a browser may deny
// storage to a page in a frame.

export type Session = {
  wsUrl: string
  sipUri: string
  contactUri: string
  user: string
  password: string
  realm?: string
  displayName: string
  extension: string
  iceServers: RTCIceServer[]
  resumeToken: string
}

const post = (path: string, body: object, token?: string): Promise<Response> =>
  fetch(`/softphone/${path}`, {
    method: 'POST',
    // Also what is sent while the page is closed arrives.
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })

/** Undefined when the link was used or has expired. */
export const openSession = async (): Promise<Session | undefined> => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''
  const response = await post('session', { token })
  return response.ok ? ((await response.json()) as Session) : undefined
}

/** What a telephone cannot do by SIP alone. Whether the exchange did it. */
export const createRequests = ({ resumeToken }: Session) => {
  const ask = async (path: string, body: object): Promise<boolean> => {
    const response = await post(path, body, resumeToken).catch(() => undefined)
    return response?.ok ?? false
  }
  return {
    transfer: (callId: string | undefined, to: string) => ask('transfer', { callId, to }),
    pickUp: (callId: string) => ask('pickup', { callId }),
    /** A call of a page that is gone comes here. */
    takeOver: () => ask('take-over', {}),
    /** This page is closed: its call waits for the next one. */
    leave: () => ask('leave', {}),
    record: (callId: string, on: boolean) => ask('recording', { callId, on }),
  }
}
