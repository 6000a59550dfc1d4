import type { CallCard } from '@patchbay/contract/telephony/workspace/call-cards'
import { describe, expect, it } from 'vitest'
import { createWrapUps, wrapUpAfter } from './wrap-ups.ts'

const [ME, COLLEAGUE] = [7, 8]
const card = { callId: 1, note: '', customers: [] } as unknown as CallCard

const memory = (initial: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(initial))
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage }
}

describe('wrapUpAfter', () => {
  const ended = { because: 'ended', talkedUserId: ME } as const

  it('keeps a form for who talked, unless the call has a saved note', () => {
    expect(wrapUpAfter(card, undefined, ended, ME)).toEqual({ card, text: '', gone: 'ended' })
    expect(wrapUpAfter(card, undefined, ended, COLLEAGUE)).toBeUndefined()
    expect(wrapUpAfter(card, undefined, { because: 'ended' }, ME)).toBeUndefined()
    expect(wrapUpAfter({ ...card, note: 'saved' }, undefined, ended, ME)).toBeUndefined()
  })

  it('remembers how long they talked, or that the call was missed', () => {
    expect(wrapUpAfter(card, undefined, { ...ended, duration: 65 }, ME)).toMatchObject({ duration: 65 })
    const draft = { card, text: 'wants two f' }
    expect(wrapUpAfter(card, draft, { because: 'ended', missed: true }, ME)).toMatchObject({ missed: true })
  })

  it('keeps unsaved text whatever took the card away', () => {
    for (const because of ['answered elsewhere', 'moved on', 'ended', 'lost'] as const) {
      const draft = { card, text: 'wants two f' }
      expect(wrapUpAfter(card, draft, { because }, ME)).toEqual({ ...draft, gone: because })
    }
    const saved = { ...card, note: 'saved' }
    expect(wrapUpAfter(saved, { card, text: 'saved' }, ended, ME)).toBeUndefined()
  })
})

describe('createWrapUps', () => {
  it('is there again after a reload, for the same user alone, until it is removed', () => {
    const { kept, storage } = memory()
    const before = createWrapUps(ME, storage, new EventTarget())
    before.put({ card, text: 'wants two f' })
    before.put({ card, text: 'wants two ferns' })
    const after = createWrapUps(ME, storage, new EventTarget())
    expect(after.list()).toEqual([{ card, text: 'wants two ferns' }])
    expect(createWrapUps(COLLEAGUE, storage, new EventTarget()).list()).toEqual([])
    after.remove(1)
    expect(kept.size).toBe(0)
  })

  it('works without a storage, and ignores what it cannot read', () => {
    const broken = memory({ [`patchbay.call-notes.${ME}`]: '[{"text":1},{"card":{}},' }).storage
    expect(createWrapUps(ME, broken, new EventTarget()).list()).toEqual([])
    const full = { ...broken, setItem: () => void JSON.parse('quota') }
    const wrapUps = createWrapUps(ME, full, new EventTarget())
    wrapUps.put({ card, text: 'kept in the page' })
    expect(wrapUps.find(1)?.text).toBe('kept in the page')
  })

  it('follows the other tabs of the browser', () => {
    const { storage } = memory()
    const tabs = new EventTarget()
    const here = createWrapUps(ME, storage, tabs)
    let notified = 0
    here.subscribe(() => notified++)
    createWrapUps(ME, storage, new EventTarget()).put({ card, text: 'typed there' })
    tabs.dispatchEvent(Object.assign(new Event('storage'), { key: `patchbay.call-notes.${ME}` }))
    expect(here.find(1)?.text).toBe('typed there')
    expect(notified).toBe(1)
  })
})
