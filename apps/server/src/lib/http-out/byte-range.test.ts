import { describe, expect, it } from 'vitest'
import {
  type ByteRange,
  type ContentRange,
  contentRange,
  rangeHeader,
  readContentRange,
  readRange,
  sliceOf,
} from './byte-range.ts'

describe('readRange', () => {
  const ranges: [string | undefined, ByteRange | undefined][] = [
    ['bytes=0-', { from: 0 }],
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=100-199', { from: 100, to: 199 }],
    [' bytes=100-199 ', { from: 100, to: 199 }],
    ['bytes=199-199', { from: 199, to: 199 }],
    ['bytes=-500', { last: 500 }],
    ['bytes=999999999999999-', { from: 999_999_999_999_999 }],
  ]
  it.each(ranges)('[D-34] the range %j is served', (header, part) => {
    expect(readRange(header)).toStrictEqual(part)
  })

  const wholes = [
    undefined,
    '',
    'bytes=-',
    'bytes=-0',
    'bytes=200-100',
    'bytes=1-0',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'bytes 0-1',
    'xbytes=0-1',
    'items=0-1',
    'bytes=9999999999999999-',
    'bytes=0-9999999999999999',
  ]
  it.each(wholes)('[D-34] the range %j counts as the whole', (header) => {
    expect(readRange(header)).toBeUndefined()
  })
})

describe('sliceOf', () => {
  const slices: [ByteRange, number, ContentRange | undefined][] = [
    [{ from: 0 }, 10, { from: 0, to: 9, total: 10 }],
    [{ from: 9 }, 10, { from: 9, to: 9, total: 10 }],
    [{ from: 2, to: 4 }, 10, { from: 2, to: 4, total: 10 }],
    [{ from: 0, to: 0 }, 10, { from: 0, to: 0, total: 10 }],
    [{ from: 2, to: 10 }, 10, { from: 2, to: 9, total: 10 }],
    [{ from: 2, to: 99 }, 10, { from: 2, to: 9, total: 10 }],
    [{ last: 3 }, 10, { from: 7, to: 9, total: 10 }],
    [{ last: 10 }, 10, { from: 0, to: 9, total: 10 }],
    [{ last: 99 }, 10, { from: 0, to: 9, total: 10 }],
    [{ from: 10 }, 10, undefined],
    [{ from: 10, to: 12 }, 10, undefined],
    [{ from: 5, to: 4 }, 10, undefined],
    [{ from: 0 }, 0, undefined],
    [{ last: 3 }, 0, undefined],
    [{ last: 0 }, 10, undefined],
  ]
  it.each(slices)('[D-34] the range %j of %d bytes is %j', (part, total, slice) => {
    expect(sliceOf(part, total)).toEqual(slice)
  })
})

describe('readContentRange', () => {
  const ranges: [string | undefined, ContentRange | undefined][] = [
    ['bytes 0-9/10', { from: 0, to: 9, total: 10 }],
    [' bytes 2-2/10 ', { from: 2, to: 2, total: 10 }],
    ['bytes 10-19/20', { from: 10, to: 19, total: 20 }],
    ['bytes 0-10/10', undefined],
    ['bytes 5-4/10', undefined],
    ['bytes 0-9/*', undefined],
    ['bytes */10', undefined],
    ['bytes=0-9/10', undefined],
    ['xbytes 0-9/10', undefined],
    ['bytes 0-9/10x', undefined],
    ['bytes 0-9/9999999999999999', undefined],
    ['bytes 0-9/999999999999999', { from: 0, to: 9, total: 999_999_999_999_999 }],
    ['', undefined],
    [undefined, undefined],
  ]
  it.each(ranges)('[D-34] reads the Content-Range %j', (header, slice) => {
    expect(readContentRange(header)).toEqual(slice)
  })
})

it.each<ByteRange>([{ from: 5 }, { from: 0, to: 9 }, { last: 3 }])(
  'the header of %j is read as it was written',
  (part) => {
    expect(readRange(rangeHeader(part))).toEqual(part)
  },
)

it('the Content-Range is read as it was written', () => {
  const slice = { from: 2, to: 4, total: 10 }
  expect(readContentRange(contentRange(slice))).toEqual(slice)
})
