import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BatchOptions, createBatches } from './batch-writer.ts'

const options: BatchOptions = { gatherMs: 25, batchSize: 3 }

/** Inserts that the test completes. */
const createSink = () => {
  const inserts: { key: number; rows: string[]; done: () => void; fail: (error: Error) => void }[] = []
  const insert = (key: number, rows: readonly string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    inserts.push({ key, rows: [...rows], done: resolve, fail: reject })
    return promise
  }
  const at = (place: number) => {
    const found = inserts[place]
    if (!found) throw new Error(`there is no insert ${place}`)
    return found
  }
  return { insert, at, rows: () => inserts.map(({ rows }) => rows.join('')) }
}

const settled = async (promise: Promise<void>): Promise<boolean> => {
  const pending = Symbol('pending')
  await vi.advanceTimersByTimeAsync(0)
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('gathering', () => {
  it('inserts rows of one gather time as one batch, and resolves one promise for all of them', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    const first = writer.write(1, 'a')
    expect(writer.write(1, 'b')).toBe(first)
    await vi.advanceTimersByTimeAsync(24)
    expect(sink.rows()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(sink.rows()).toEqual(['ab'])
    expect(await settled(first)).toBe(false)
    sink.at(0).done()
    expect(await settled(first)).toBe(true)
  })

  it('does not wait for more when a batch is full', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    for (const row of 'abcd') void writer.write(1, row)
    await vi.advanceTimersByTimeAsync(0)
    expect(sink.rows()).toEqual(['abc'])
    sink.at(0).done()
    await vi.advanceTimersByTimeAsync(25)
    expect(sink.rows()).toEqual(['abc', 'd'])
  })

  it('keeps gathering during a slow insert, and keeps the order', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    void writer.write(1, 'a')
    await vi.advanceTimersByTimeAsync(25)
    void writer.write(1, 'b')
    await vi.advanceTimersByTimeAsync(1_000)
    for (const row of 'cde') void writer.write(1, row)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sink.rows()).toEqual(['a'])
    sink.at(0).done()
    await vi.advanceTimersByTimeAsync(0)
    sink.at(1).done()
    await vi.advanceTimersByTimeAsync(0)
    expect(sink.rows()).toEqual(['a', 'bcd', 'e'])
  })
})

describe('keys', () => {
  it('are inserted separately, and do not wait for one another', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    void writer.write(1, 'a')
    void writer.write(2, 'b')
    await vi.advanceTimersByTimeAsync(25)
    expect([sink.at(0), sink.at(1)]).toMatchObject([
      { key: 1, rows: ['a'] },
      { key: 2, rows: ['b'] },
    ])
  })
})

describe('failures', () => {
  it('reject only the promise of the lost rows', async () => {
    const sink = createSink()
    const failed: unknown[] = []
    const writer = createBatches(sink.insert, {
      ...options,
      onFailed: (error, rows) => failed.push(String(error), rows),
    })
    const lost = writer.write(1, 'a')
    await vi.advanceTimersByTimeAsync(25)
    const kept = writer.write(1, 'b')
    sink.at(0).fail(new Error('no database'))
    await expect(lost).rejects.toThrow('no database')
    expect(failed).toEqual(['Error: no database', 1])
    await vi.advanceTimersByTimeAsync(25)
    sink.at(1).done()
    await expect(kept).resolves.toBeUndefined()
  })

  it('do not crash the process when no caller awaits them', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    void writer.write(1, 'a')
    await vi.advanceTimersByTimeAsync(25)
    sink.at(0).fail(new Error('no database'))
    await vi.advanceTimersByTimeAsync(0)
    await expect(writer.flush()).resolves.toBeUndefined()
  })
})

describe('when rows arrive faster than they are inserted', () => {
  it('drops rows above the limit, reports how many, and accepts rows again once there is room', async () => {
    const sink = createSink()
    const drops: number[] = []
    const writer = createBatches(sink.insert, { ...options, dropAbove: 4, onDropped: (rows) => drops.push(rows) })
    for (const row of 'abcdef') void writer.write(1, row)
    await vi.advanceTimersByTimeAsync(0)
    expect(drops).toEqual([2])
    for (const row of 'ghijk') void writer.write(1, row)
    sink.at(0).done()
    await vi.advanceTimersByTimeAsync(0)
    sink.at(1).done()
    await vi.advanceTimersByTimeAsync(25)
    sink.at(2).done()
    expect(sink.rows()).toEqual(['abc', 'dgh', 'i'])
    expect(drops).toEqual([2, 2])
  })

  it('drops nothing without a limit', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    for (let row = 0; row < 10; row++) void writer.write(1, String(row))
    for (let place = 0; place < 4; place++) {
      await vi.advanceTimersByTimeAsync(25)
      sink.at(place).done()
    }
    expect(sink.rows()).toEqual(['012', '345', '678', '9'])
  })
})

describe('flush and close', () => {
  it('flush inserts waiting rows at once, and resolves when they are inserted', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    void writer.write(1, 'a')
    const flushed = writer.flush()
    await vi.advanceTimersByTimeAsync(0)
    expect(sink.rows()).toEqual(['a'])
    expect(await settled(flushed)).toBe(false)
    sink.at(0).done()
    expect(await settled(flushed)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('close inserts waiting rows, and accepts no more', async () => {
    const sink = createSink()
    const writer = createBatches(sink.insert, options)
    void writer.write(1, 'a')
    const closed = writer.close()
    await vi.advanceTimersByTimeAsync(0)
    sink.at(0).done()
    await closed
    await writer.write(1, 'b')
    await vi.advanceTimersByTimeAsync(100)
    expect(sink.rows()).toEqual(['a'])
  })
})
