// A word at the edge of the page about what was done, or could not be. Whoever shows them subscribes (Toasts.tsx).

export type Told = { id: number; message: string; good: boolean }

const GOOD_MS = 4_000
const BAD_MS = 8_000

let told: readonly Told[] = []
let lastId = 0
const listeners = new Set<() => void>()

const change = (next: readonly Told[]): void => {
  told = next
  for (const listener of listeners) listener()
}

export const takeBack = (id: number): void => change(told.filter((one) => one.id !== id))

const tell = (message: string, good: boolean): void => {
  const id = ++lastId
  change([...told.slice(-2), { id, message, good }])
  setTimeout(() => takeBack(id), good ? GOOD_MS : BAD_MS)
}

export const tellDone = (message: string): void => tell(message, true)
export const tellProblem = (message: string): void => tell(message, false)

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const currentlyTold = (): readonly Told[] => told
