// The client of the chat server. The token from the first response identifies the visitor.

export type Side = 'visitor' | 'manager'
type Cost = { value: number; currency: string }
type Quantity = { value: number; unit: string }

export type Suggestion = { type: 'text' | 'phone' | 'email' | 'url'; title?: string; payload?: string }

export type Card = {
  product?: { name: string; article?: string; url?: string; img?: string; cost?: Cost; quantity?: Quantity }
  order?: {
    number: string
    date: string
    status: { name: string }
    items: { name: string; quantity: Quantity; price: Cost }[]
    discount?: Cost
    delivery?: { name: string; address: string; price: Cost }
    payments: { name: string; status: { name: string }; amount: Cost }[]
    cost: Cost
  }
  suggestions?: Suggestion[]
}

export type ChatMessage = {
  id: string
  side: Side
  text: string
  pictures: string[]
  at: number
  reactions: { side: Side; reaction: string }[]
  seen: boolean
  card?: Card
}

const KEY = 'patchbay-webchat'

/** Without localStorage (private mode) the chat lasts until the page is closed. */
const createTokenStorage = () => {
  let kept: string | null = null
  try {
    kept = localStorage.getItem(KEY)
  } catch {}
  return {
    get: () => kept,
    set: (token: string) => {
      kept = token
      try {
        localStorage.setItem(KEY, token)
      } catch {}
    },
  }
}

export type Api = ReturnType<typeof createApi>

export const createApi = (origin: string) => {
  const token = createTokenStorage()
  const request = async (method: string, path: string, body?: BodyInit, type = 'application/json') => {
    const held = token.get()
    const headers = {
      ...(held && { authorization: `Bearer ${held}` }),
      ...(body !== undefined && { 'content-type': type }),
    }
    const answer = await fetch(`${origin}/chat/${path}`, { method, headers, ...(body !== undefined && { body }) })
    const content = await answer.json().catch(() => ({}))
    if (!answer.ok) throw new Error(content.message ?? 'The chat cannot be reached. Please try again')
    if (content.token) token.set(content.token)
    return content
  }
  return {
    known: () => token.get() !== null,
    list: (): Promise<{ messages: ChatMessage[]; reactions: string[] }> => request('GET', 'messages'),
    sendText: (text: string) => request('POST', 'messages', JSON.stringify({ text })),
    sendPicture: (picture: Blob) => request('POST', 'messages', picture, picture.type),
    react: (messageId: string, reaction: string, add: boolean) =>
      request(add ? 'POST' : 'DELETE', 'reactions', JSON.stringify({ messageId, reaction })),
    pictureUrl: (id: string) => `${origin}/chat/pictures/${id}?token=${token.get()}`,
    /** The browser reconnects by itself; each connection begins with an event, so no change is missed. */
    subscribe: (onChange: () => void): void => {
      const source = new EventSource(`${origin}/chat/events?token=${token.get()}`)
      source.onmessage = onChange
    },
  }
}
