import type { Page } from 'playwright-core'

/** What a page has copied: pasted into a field, as a person would. At a plain http address a page cannot read it. */
export const pasteFrom = async (page: Page): Promise<string> => {
  const field = page.locator('textarea[name=paste]')
  await page.evaluate(() => {
    const added = document.createElement('textarea')
    added.name = 'paste'
    document.body.append(added)
  })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+v')
  const text = await field.inputValue()
  await field.evaluate((added) => added.remove())
  return text
}
