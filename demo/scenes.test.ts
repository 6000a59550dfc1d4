import { isSendable, templateTexts } from '@patchbay/contract/chats/template-rules'
import type { TemplateContent } from '@patchbay/contract/chats/templates'
import { describe, expect, it } from 'vitest'
import { castOf } from './cast.ts'
import { callHistory, conversationHistory, templatesOf } from './history.ts'
import { daySteps, FAULTS, faultSteps, SCENES, type Step, sceneSteps } from './scenes.ts'

const HOSTS = ['fern.test', 'kettle.test'] as const

const days = (host: string, seed: number, count: number): Step[][] => {
  const scenes: Step[][] = []
  for (const steps of daySteps(castOf(host), seed)) {
    scenes.push(steps)
    if (scenes.length === count) break
  }
  return scenes
}

describe.each(HOSTS)('%s', (host) => {
  const cast = castOf(host)

  it('the same seed gives the same day, another seed another one', () => {
    expect(days(host, 1, 30)).toEqual(days(host, 1, 30))
    expect(days(host, 1, 30)).not.toEqual(days(host, 2, 30))
  })

  it('the morning has a call, a payment, a hold and a message', () => {
    const steps = days(host, 1, 7).flat()
    for (const done of ['call', 'answer', 'invoice', 'pay', 'write', 'reply', 'react'])
      expect(steps.map((step) => step.do)).toContain(done)
    expect(steps.filter((step) => step.do === 'order').map((step) => step.do === 'order' && step.shop)).toContain(
      'hold-manual',
    )
  })

  it('every scene leaves seconds between two steps, and ends each of its calls', () => {
    for (const steps of days(host, 3, 40)) {
      const calls = steps.flatMap((step) => (step.do === 'call' ? [step.call] : []))
      const ended = steps.flatMap((step) => (step.do === 'hang-up' ? [step.call] : []))
      expect(ended.toSorted()).toEqual(calls.toSorted())
      const waited = steps.reduce((sum, step) => sum + (step.do === 'wait' ? step.seconds : 0), 0)
      expect(waited).toBeGreaterThanOrEqual(4)
    }
  })

  it.each(SCENES)('plays %s, another customer each time', (name) => {
    const played = [1, 2, 3, 4, 5, 6].map((seed) => JSON.stringify(sceneSteps(name, cast, seed)))
    expect(new Set(played).size).toBeGreaterThan(1)
  })

  it.each(FAULTS)('shows %s', (name) => expect(faultSteps(name, cast, 1).length).toBeGreaterThan(2))

  it('the history ends before now, begins half a year ago, and leaves two missed calls', () => {
    const now = new Date('2026-11-17T15:00:00Z')
    const calls = callHistory(cast, now)
    expect(callHistory(cast, now)).toEqual(calls)
    const dates = calls.map(({ startedAt }) => startedAt)
    expect(dates.toSorted()).toEqual(dates)
    expect((dates.at(-1) ?? '') < now.toISOString()).toBe(true)
    expect((dates[0] ?? '') < '2026-06-10').toBe(true)
    expect(new Set(calls.map(({ externalId }) => externalId)).size).toBe(calls.length)
    expect(calls.filter(({ duration }) => duration > 0).length).toBeGreaterThan(200)
  })

  it('every conversation is one of a customer, the latest one last', () => {
    const conversations = conversationHistory(cast, new Date('2026-11-17T15:00:00Z'))
    expect(conversations.length).toBe(14)
    const starts = conversations.map(({ messages }) => messages[0]?.at ?? '')
    expect(starts.toSorted()).toEqual(starts)
    expect(new Set(conversations.map(({ visitorId }) => visitorId)).size).toBe(14)
  })

  it('the chat brings templates that can be sent, and that ask for the name of the customer', () => {
    for (const template of templatesOf(cast)) {
      const content = { verification_status: 'approved', ...template } as TemplateContent
      expect(isSendable(content)).toBe(true)
      expect(templateTexts(content).body.names).toContain('first_name')
    }
  })
})
