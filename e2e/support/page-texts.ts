// What a page says and offers: its texts in a language, and its controls.
import type { Page } from 'playwright-core'

/** Every visible text, placeholder, label and title of the page, each once. Code and data in `pre` and `code` are left out. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const add = (text: string | null) => text?.trim() && found.add(text.trim().replace(/\s+/g, ' '))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element?.checkVisibility() || element.closest('pre, code, script, style')) continue
      if (node instanceof Text) add(node.textContent)
      else for (const name of ['placeholder', 'aria-label', 'title', 'alt']) add(element.getAttribute(name))
    }
    return [...found]
  })

/** Words of the interface. Data that contains one of them is listed below. */
const WORDS = `
  Account Action Actions Active Add Amount Answered Assigned Assignee Available Balance Call Calls Cancel Changed Chats Close Closed
  Code Comment Connect Connected Copy Create Created Customer Customers Date Delete Details Disabled Discount Duration Edit Email
  Empty Enabled Events Extension Filters From Group Hidden Inactive Invite Invoice Items Language Limit Loading Manager Members Menu
  Message Missed Module Modules Name New None Number Offline Online Open Order Orders Paid Payment Payments Pending Permissions Phone
  Position Price Product Quantity Refund Remove Replay Reply Request Requests Required Response Result Role Save Saved Search Send
  Sent Settings Shop Shops Show Sign Signed Status Statuses Task Tasks Time Today Trace Traffic Type Unassigned Unknown Unpaid Update
  User Users Webhooks You Your ago failed minute minutes hour hours missing yesterday`
  .trim()
  .split(/\s+/)
const ENGLISH = new RegExp(`\\b(${WORDS.join('|')})\\b`)
/** Nov 16, 2026 or 11/16/2026, 5:03 PM */
const ENGLISH_DATE = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d{1,2}\b|\d{1,2}:\d{2} [AP]M\b/

/** Names that users, modules and shops gave, and words that are the same in the language. */
const DATA = [
  /Fern & Field|^Fern Online$/,
  /Send the (spring catalogue|newsletter)|Order pots and soil|OpenID Connect/,
  /Switchboard|Paylane|Messenger|Telegram|WhatsApp/i,
  /^(GET|POST|PUT|DELETE|PATCH) /,
  /^https?:|\/(api|workspace)\//,
  /@/,
]
/** "ago" is August in Spanish. */
const SAME = { es: [/\d ago 20\d\d/, /\bChats?\b/, /^Webhooks$/, /^Error$/, /Total/], ru: [] as RegExp[] }

/** What is left of English in a page of another language: words and dates. */
export const englishIn = async (page: Page, language: 'es' | 'ru'): Promise<string[]> =>
  (await textsOf(page)).filter((text) => {
    const same = SAME[language].some((word) => word.test(text))
    return !same && !DATA.some((data) => data.test(text)) && (ENGLISH.test(text) || ENGLISH_DATE.test(text))
  })

/** Controls that change nothing but what one sees. */
const HARMLESS = [
  /^(button|textbox|combobox|searchbox|searchInput): (Search|Number, customer|Name, phone)/,
  /^button: (Menu|Notifications|Filters|Clear filters|Close|Copy|Show customer|Show more|Try again|Previous page|Next page|Play|Pause|Trace|Print|Download CSV)/,
  // Which part of a list is shown; the number to find calls by; the cross in a filter.
  /^radio: /,
  /^textbox: (Phone number|Number, or words of a transcript|Amount (from|to)|Order number or customer)$/,
  /^switch: (Missed only|Unread only|With recording|Overdue)$/,
  // Which part of a list is shown, the order of a list, and what is played.
  /^tab: /,
  /^button: (Customer|Created|Amount)$/,
  /^(button: \d+:\d\d|slider: )/,
  /^button: button$/,
  /^button: (Full screen|Exit full screen)$/,
  // The command palette leads to pages.
  /^button: (Home|Orders|Payments|Customers|Calls|Chats|Reports|Live wall|Tasks|Modules|Canned replies|Import and export|Switch to (light|dark) theme)/,
  /^button: (Keyboard shortcuts|Light|Dark|Same as system|Skip to content)/,
  /^(combobox|textbox|button): (All |Any |Assignee$|Status$|Shop$|Manager$|From|To$|Result|Direction|Type|Channel|Payment|Module$)/,
]

/** The visible controls that are not for reading, as role: name. Links that only lead elsewhere are left out. */
export const controls = async (page: Page): Promise<string[]> => {
  const found = await page.evaluate(() => {
    const SELECTOR =
      'button, input:not([type=hidden]), textarea, select, a[href$="/add"], a[href*="/add?"], a[href$="/edit"], [role=switch], [contenteditable=true]'
    const scope = [...document.querySelectorAll('main, header, [role=dialog], [role=menu]')]
    return scope.flatMap((root) =>
      [...root.querySelectorAll<HTMLElement>(SELECTOR)]
        .filter((element) => element.checkVisibility() && !element.hasAttribute('disabled'))
        .map((element) => {
          const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement>) ?? [])] : []
          const name =
            element.getAttribute('aria-label') ??
            labels[0]?.textContent ??
            (element.textContent?.trim() || element.getAttribute('placeholder') || element.getAttribute('type') || '')
          const isRadio = element.getAttribute('type') === 'radio'
          const role =
            element.getAttribute('role') ??
            (isRadio ? 'radio' : ({ BUTTON: 'button', A: 'link', SELECT: 'combobox' }[element.tagName] ?? 'textbox'))
          return `${role}: ${name.trim()}`
        }),
    )
  })
  return [...new Set(found)].filter((control) => !HARMLESS.some((harmless) => harmless.test(control)))
}
