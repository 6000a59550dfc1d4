// A page that is used by its keyboard alone: nothing is clicked or filled in.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export type Keyboard = ReturnType<typeof keyboardOf>

const MOST_TABS = 150

/** Of the element that has the focus: its label, else its text. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return ''
    const labels = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
    const label = element.getAttribute('aria-label') ?? [...(labels ?? [])].map((one) => one.textContent).join(' ')
    return (label || element.textContent || '').replace(/\s*\*$/, '').trim()
  })

export const keyboardOf = (page: Page) => {
  const press = (key: string) => page.keyboard.press(key)
  const isAt = async (name: string | RegExp): Promise<boolean> => {
    const focused = await focusedName(page)
    return typeof name === 'string' ? focused === name : name.test(focused)
  }
  /** Tab, or Shift+Tab, until the control with this name has the focus. */
  const tabTo = async (name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
    const passed: string[] = []
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      await press(key)
      if (await isAt(name)) return
      passed.push(await focusedName(page))
    }
    expect.fail(`the focus never came to ${name}; it passed ${passed.join(', ')}`)
  }
  return {
    press,
    tabTo,
    type: (text: string) => page.keyboard.type(text),
    /** Goes to a control and presses it. */
    activate: async (name: string | RegExp, key?: 'Shift+Tab') => {
      await tabTo(name, key)
      await press('Enter')
    },
    /** Goes to a field and types into it. */
    enter: async (name: string, text: string) => {
      await tabTo(name)
      await page.keyboard.type(text)
    },
    /** In the list that has the focus: down until the option with this name is active, and chooses it. */
    choose: async (name: RegExp) => {
      const active = async () => (await page.locator('[data-combobox-selected]').allTextContents()).join('')
      for (let steps = 0; steps < MOST_TABS; steps++) {
        await press('ArrowDown')
        if (name.test(await active())) return press('Enter')
      }
      expect.fail(`no option ${name}`)
    },
  }
}
