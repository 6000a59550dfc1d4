import { expect, it, vi } from 'vitest'
import { createHiddenCards } from './hidden-cards.ts'

const DAY = 86_400_000

const createStorage = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

it('a card that is hidden in one tab is hidden in the others', () => {
  const storage = createStorage()
  const tabs = [new EventTarget(), new EventTarget()] as const
  const [here, there] = tabs.map((tab) => createHiddenCards(7, storage, tab))
  const listener = vi.fn()
  there?.subscribe(listener)
  here?.hide(41)
  tabs[1].dispatchEvent(Object.assign(new Event('storage'), { key: 'patchbay.hidden-cards.7' }))
  expect([...(there?.ids() ?? [])]).toEqual([41])
  expect(listener).toHaveBeenCalledTimes(1)
  expect([...createHiddenCards(8, storage, new EventTarget()).ids()]).toEqual([])
})

it('forgets cards after a day, and survives a storage that holds something else', () => {
  const storage = createStorage()
  let now = 0
  const cards = createHiddenCards(7, storage, new EventTarget(), () => now)
  cards.hide(1)
  now = DAY + 1
  cards.hide(2)
  expect([...cards.ids()]).toEqual([2])
  storage.setItem('patchbay.hidden-cards.7', 'not JSON')
  expect([...createHiddenCards(7, storage, new EventTarget()).ids()]).toEqual([])
})
