// What the person in the messenger sees. A real module has its messenger for that.

type Message = { text: string; reactions: string[] }

export const people = new Map([['ann', { external_id: 'ann', nickname: 'Ann' }]])

const messages = new Map<string, Message>()

export const show = (text: string): string => {
  const id = crypto.randomUUID()
  messages.set(id, { text, reactions: [] })
  return id
}

/** A message that is not known here is no error: it may be older than this module. */
export const change = (id: string, changes: Partial<Message>): void => {
  const message = messages.get(id)
  if (message) Object.assign(message, changes)
}

export const remove = (id: string): boolean => messages.delete(id)
