import { describe, expect, it } from 'vitest'
import { linksIn } from './text-links.ts'

const hrefs = (text: string) => linksIn(text).flatMap(({ href }) => href ?? [])

describe('linksIn', () => {
  it('finds http, https and email addresses, and keeps every character of the text', () => {
    const text = 'See https://shop.fern.test/7?a=1&b=2#top or http://fern.test, or write to nora+x@client.co.uk!'
    expect(hrefs(text)).toEqual([
      'https://shop.fern.test/7?a=1&b=2#top',
      'http://fern.test',
      'mailto:nora+x@client.co.uk',
    ])
    expect(
      linksIn(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it.for([
    ['(https://fern.test/a)', 'https://fern.test/a'],
    ['https://en.wikipedia.test/wiki/Fern_(plant)', 'https://en.wikipedia.test/wiki/Fern_(plant)'],
    ['Смотрите «https://fern.test/каталог».', 'https://fern.test/каталог'],
    ['HTTPS://FERN.TEST', 'HTTPS://FERN.TEST'],
  ] as const)('ends an address where the sentence goes on: %s', ([text, href]) => {
    expect(hrefs(text)).toEqual([href])
  })

  it.for([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://fern.test',
    '<a href="//fern.test">x</a>',
    'https://',
    'a@b',
    'no links here',
    '',
  ])('leaves everything else as text: %s', (text) => {
    expect(hrefs(text)).toEqual([])
  })

  it('does not let markup into an address', () => {
    expect(hrefs('https://fern.test/"onmouseover="alert(1)')).toEqual(['https://fern.test/'])
    expect(hrefs('https://fern.test/<img src=x>')).toEqual(['https://fern.test/'])
  })
})
