// Every text of the workspace is translated: a Spanish or Russian text that equals the English one is listed here.
import { describe, expect, it } from 'vitest'
import { customerForm as customerFormEn } from './en/customer-form.ts'
import { en } from './en/index.ts'
import { security as securityEn } from './en/security.ts'
import { setUp as setUpEn } from './en/set-up.ts'
import { timeline as timelineEn } from './en/timeline.ts'
import { traces as tracesEn } from './en/traces.ts'
import { customerForm as customerFormEs } from './es/customer-form.ts'
import { es } from './es/index.ts'
import { security as securityEs } from './es/security.ts'
import { setUp as setUpEs } from './es/set-up.ts'
import { timeline as timelineEs } from './es/timeline.ts'
import { traces as tracesEs } from './es/traces.ts'
import { customerForm as customerFormRu } from './ru/customer-form.ts'
import { ru } from './ru/index.ts'
import { security as securityRu } from './ru/security.ts'
import { setUp as setUpRu } from './ru/set-up.ts'
import { timeline as timelineRu } from './ru/timeline.ts'
import { traces as tracesRu } from './ru/traces.ts'

const ENGLISH = { en, customerFormEn, securityEn, setUpEn, timelineEn, tracesEn }
const SPANISH = [es, customerFormEs, securityEs, setUpEs, timelineEs, tracesEs]
const RUSSIAN = [ru, customerFormRu, securityRu, setUpRu, timelineRu, tracesRu]

/** The same word in both languages, and names of protocols and units. */
const SAME = {
  es: ['API', 'Chat', 'Chats', 'HTTP', 'No', 'Total', 'URL', 'Webhooks', 'ms', 'webhook', 'id'],
  ru: ['API', 'HTTP', 'URL', 'webhook', 'id'],
}

/** Functions are called with these: two languages may give the same text only if it is nothing but them. */
const sample = (text: (...values: unknown[]) => unknown): string => {
  const values = { kind: 'create', status: 'X', count: 3, type: 'in', by: 'e164', outcome: 'rings', because: 'ended' }
  const step = { values, who: 'X', several: false, ok: true }
  const results = [() => text(3, 'X', 'X'), () => text(step), () => text('X', 'X', 'X')].map((attempt) => {
    try {
      return String(attempt())
    } catch {
      return ''
    }
  })
  return results.join(' | ')
}

type Entry = { path: string; english: string; other: string }

const pairs = (english: unknown, other: unknown, path = ''): Entry[] => {
  if (typeof english === 'string') return [{ path, english, other: String(other) }]
  if (typeof english === 'function') return [{ path, english: sample(english as never), other: sample(other as never) }]
  if (typeof english !== 'object' || english === null) return []
  return Object.entries(english).flatMap(([key, value]) =>
    pairs(value, (other as Record<string, unknown> | undefined)?.[key], `${path}.${key}`),
  )
}

/** The words of a text, without what the samples put in. */
const wordsOf = (text: string): string[] =>
  text.replaceAll(/\[object Object\]|undefined/g, '').match(/\p{L}{2,}/gu) ?? []

describe.each([
  ['es', SPANISH],
  ['ru', RUSSIAN],
] as const)('%s', (language, catalogues) => {
  const all = Object.values(ENGLISH).flatMap((english, index) => pairs(english, catalogues[index], String(index)))

  it('has no text that equals the English one, except the listed words', () => {
    const untranslated = all
      .filter(({ english, other }) => english === other)
      .filter(({ english }) => wordsOf(english).some((word) => !(SAME[language] as readonly string[]).includes(word)))
    expect(untranslated).toEqual([])
  })

  it('has a text wherever English has one', () => {
    expect(all.filter(({ english, other }) => english !== '' && (other === '' || other === 'undefined'))).toEqual([])
  })
})
