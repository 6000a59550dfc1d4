// What a user who may only read sees of every page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { controls } from '../support/page-texts.ts'
import type { Desk } from '../support/rig.ts'
import { type Shop, startShop } from './shop.ts'
import { comeFromThere, PAGES, type Visit, visit } from './visits.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

/** Opened without a button that would change something, and without the words of one language. */
const READING = ['order', 'customer', 'call', 'payment', 'chat-open', 'palette', 'shortcuts']
const isReading = ({ name, open }: Visit): boolean => !open || READING.includes(name)

describe('shows a read-only user nothing that changes something', () => {
  let rosa: Desk
  beforeAll(async () => {
    rosa = await shop.rig.desk('rosa')
  })
  afterAll(() => rosa.context.close())

  /** What one may do to oneself: the own profile, sign-in and notifications. */
  const OWN = ['profile', 'security', 'notification-settings']
  const visits = PAGES.filter(({ name }) => !OWN.includes(name))
  it.each(visits)('$name', async (one) => {
    await visit(rosa, shop, isReading(one) ? one : { ...one, open: () => Promise.resolve() }, comeFromThere)
    expect(await controls(rosa.page)).toEqual([])
  })
})
