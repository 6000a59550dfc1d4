// B2: what people may write, on every page of a phone: words without a space, letters under many accents, emoji of several
// characters, and characters that turn the text after them round. Nothing may be wider than the screen, and only the text itself
// may read from right to left.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantAnswers } from '../support/planted-answers.ts'
import { ADDRESS, type Desk } from '../support/rig.ts'
import { overflow, screenshot, settle } from '../support/screenshots.ts'
import { openFirstRow, pathsOf, WINDOWS } from './planted-visits.ts'
import { type Shop, startShop } from './shop.ts'
import { comeFromThere, visit } from './visits.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

const ZALGO = [...'Zoe'].map((letter) => `${letter}${'\u0301\u0323\u0334'.repeat(8)}`).join('')
const FAMILY = '👨‍👩‍👧‍👦🏳️‍🌈'
const POP_ISOLATE = '\u2069'
const RIGHT_TO_LEFT_OVERRIDE = '\u202e'
const ZERO_WIDTH = '\u200b\u2060\ufeff'

/** Begins and ends with a character by which it is found on the page. It closes what it did not open, and leaves open what it opened. */
const ODD = `‹${ZALGO}${FAMILY}𠮷${ZERO_WIDTH} ${'W'.repeat(60)} שלום ${POP_ISOLATE}${RIGHT_TO_LEFT_OVERRIDE}odd›`

/** Texts that stand on the wrong side of an odd one in the same line, or that read backwards after it. */
const turnedRound = (page: Page) =>
  page.evaluate(() => {
    const blockOf = (node: Node) => {
      let element = node.parentElement
      while (element && /^(inline|contents)$/.test(getComputedStyle(element).display)) element = element.parentElement
      return element
    }
    const rectsOf = (node: Text, from: number, to: number) => {
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, to)
      return [...range.getClientRects()]
    }
    type Piece = { odd: boolean; text: string; rects: DOMRect[]; first: DOMRect | undefined; last: DOMRect | undefined }
    const piecesOf = (node: Text): Piece[] =>
      [...node.data.matchAll(/‹[^›]*›|[^‹]+/g)].flatMap(({ 0: text, index }) => {
        const visible = [...text.matchAll(/[\p{L}\p{N}]/gu)]
        const [first, last] = [visible[0], visible.at(-1)]
        if (!first || !last) return []
        const at = (match: RegExpExecArray) =>
          rectsOf(node, index + match.index, index + match.index + match[0].length)[0]
        const rects = rectsOf(node, index, index + text.length)
        return [{ odd: text.startsWith('‹'), text, rects, first: at(first), last: at(last) }]
      })
    const lines = new Map<Element, Piece[]>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const block = blockOf(node)
      if (!block?.checkVisibility() || block.closest('script, style')) continue
      lines.set(block, [...(lines.get(block) ?? []), ...piecesOf(node)])
    }
    const sameLine = (one: DOMRect, other: DOMRect) => Math.abs(one.bottom - other.bottom) < other.height / 2
    const wrong: string[] = []
    let odd = 0
    for (const pieces of lines.values()) {
      for (const [n, before] of pieces.entries()) {
        if (!before.odd) continue
        odd++
        const after = pieces[n + 1]
        if (!after?.first || !after.last || after.odd) continue
        const { first, last } = after
        const overlaps = before.rects.some((rect) => sameLine(rect, first) && rect.left > first.left + 1)
        const backwards = sameLine(first, last) && first.left > last.left + 1
        if (overlaps || backwards) wrong.push(after.text)
      }
    }
    return { wrong, odd }
  })

const check = async ({ page, browserErrors }: Desk, where: string): Promise<number> => {
  const { wrong, odd } = await turnedRound(page)
  expect.soft(wrong, `turned round at ${where}`).toEqual([])
  expect.soft(await overflow(page), `${where} is wider than its screen`).toBe(0)
  expect.soft(browserErrors.splice(0), `${where} logs browser errors`).toEqual([])
  await screenshot(page, `odd${where.replaceAll(/[^\w]+/g, '-')}`)
  return odd
}

const openPhone = async (): Promise<Desk> => {
  const desk = await shop.rig.desk('ada', { viewport: { width: 390, height: 844 } })
  await plantAnswers(shop.rig, desk, 'ada', () => ODD)
  return desk
}

it('would see a text that turns round what stands after it', async () => {
  const desk = await shop.rig.desk(undefined)
  await desk.page.goto(`${ADDRESS}/sign-in`)
  const show = (text: string) =>
    desk.page.evaluate((shown) => document.body.replaceChildren(shown), `${text} and after it`)
  await show(ODD)
  expect((await turnedRound(desk.page)).wrong).toEqual([' and after it'])
  await show('‹nothing odd›')
  expect((await turnedRound(desk.page)).wrong).toEqual([])
  await desk.context.close()
})

it('no odd text turns a page round or makes it wider than a phone', { timeout: 1_200_000 }, async () => {
  const desk = await openPhone()
  let odd = 0
  for (const path of await pathsOf(shop)) {
    await comeFromThere(desk.page, path)
    await settle(desk)
    odd += await check(desk, path)
    await openFirstRow(desk)
    odd += await check(desk, `the first row of ${path}`)
  }
  console.log(`${odd} odd texts shown`)
  expect(odd).toBeGreaterThan(300)
  await desk.context.close()
})

it('no odd text turns a window round or makes it wider than a phone', { timeout: 1_200_000 }, async () => {
  const desk = await openPhone()
  let odd = 0
  for (const one of WINDOWS) {
    await visit(desk, shop, one)
    odd += await check(desk, `the window ${one.name}`)
  }
  expect(odd).toBeGreaterThan(30)
  await desk.context.close()
})
