import { expect, it } from 'vitest'
import { visitorOf, visitorVerdict } from './rules.ts'

it('[D-115] shows what both actions say', () => {
  const visits = {
    lastVisit: {
      createdAt: '2026-11-17T09:00:00+01:00',
      source: 'newsletter',
      pages: [{ dateTime: '2026-11-17T09:00:00Z', url: 'https://fern.test/a', title: 'Ferns' }],
    },
    countVisits: 3,
    device: { lang: 'sv', browser: 'Firefox', os: 'Linux' },
    country: 'se',
    city: 'Lund',
  }
  expect(visitorOf({ lastOnline: '2026-11-17T10:00:00Z' }, visits)).toEqual({
    lastOnline: '2026-11-17T10:00:00.000Z',
    visits: 3,
    lastVisit: {
      at: '2026-11-17T08:00:00.000Z',
      source: 'newsletter',
      pages: [{ url: 'https://fern.test/a', title: 'Ferns' }],
    },
    device: 'Firefox, Linux',
    place: 'Lund, SE',
  })
})

it('[D-115] leaves out what is absent, of another type, or no address of the web', () => {
  expect(visitorOf(undefined, undefined)).toEqual({})
  expect(
    visitorOf([], { countVisits: -1, device: 'x', city: 7, lastVisit: { pages: 'x', createdAt: 'soon' } }),
  ).toEqual({})
  const pages = [{ url: 'javascript:alert(1)', title: 'x' }, { url: 'https://fern.test/b' }]
  expect(visitorOf({}, { lastVisit: { pages } }).lastVisit?.pages).toEqual([
    { url: 'https://fern.test/b', title: 'https://fern.test/b' },
  ])
  expect(visitorOf({}, { city: 'L'.repeat(500) }).place).toHaveLength(200)
})

it('[D-98] an answer that is no JSON, or not 200, is not understood', () => {
  const answer = (status: number, body: string) => ({ status, body, headers: {}, truncated: false })
  expect(visitorVerdict(answer(200, '{}'))).toEqual({ code: 'fetched' })
  expect(visitorVerdict(answer(200, '<p>'))).toMatchObject({ code: 'not-understood', why: 'html' })
  expect(visitorVerdict(answer(500, '{}'))).toMatchObject({ code: 'not-understood', why: 'not-200' })
})
