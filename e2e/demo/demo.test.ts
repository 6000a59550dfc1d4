// The living demo: the panel plays each scene and switches each fault, and the workspace shows what it says. All processes
// are started by `npm run dev`; the day is paused, so that only what the panel plays happens.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { launchChromium } from '../support/chromium.ts'
import { type LivingDemo, signIn, startLivingDemo } from '../support/living-demo.ts'
import { listen } from '../support/rig.ts'
import { overflow, screenshot, violations } from '../support/screenshots.ts'

let demo: LivingDemo
let browser: Browser
let ada: BrowserContext
let workspace: Page
let panel: Page
let trace: Page
const browserErrors: string[] = []
/** A page with many parts loads slowly on a busy machine. */
const PATIENT = { timeout: 90_000 }

const open = async (context: BrowserContext, url: string): Promise<Page> => {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const errors = listen(page)
  page.on('close', () => browserErrors.push(...errors))
  await page.goto(url)
  return page
}

/** The newest entry of the panel before the last button was pressed: only what comes after it counts. */
let before = 0
const entries = () => panel.locator('#happened li')
const entryIds = () => entries().evaluateAll((items) => items.map(({ id }) => Number(id.replace('entry-', '')) || 0))

const press = async (name: string | RegExp): Promise<void> => {
  before = Math.max(0, ...(await entryIds()))
  await panel.getByRole('button', { name, exact: true }).click()
}
const play = (scene: string) => press(`Play: ${scene}`)
const turn = (to: 'on' | 'off', fault: string) => press(new RegExp(`^turn ${to}: ${fault}$`, 'i'))

/** Waits until the panel says this, and returns the newest such entry. A scene that fails ends the wait. */
const happened = async (text: string | RegExp): Promise<Locator> => {
  let found = 0
  const look = async () => {
    const shown = await entries().evaluateAll((items) => items.map(({ id, textContent }) => [id, textContent] as const))
    const recent = shown.filter(([id]) => Number(id.replace('entry-', '')) > before)
    const failed = recent.find(([, said]) => said?.includes('This did not work'))
    if (failed) throw new Error(failed[1] ?? '')
    found = Number(recent.find(([, said]) => said?.match(text))?.[0].replace('entry-', '') ?? 0)
    return found
  }
  await vi.waitUntil(look, { timeout: 90_000, interval: 200 })
  return panel.locator(`#entry-${found}`)
}

const cards = () => workspace.getByRole('region', { name: /^Incoming call/ })
const state = (text: string) => cards().getByText(text, { exact: true }).first()

/** Opens the trace of an entry, in the tab for traces. */
const traceOf = async (text: string | RegExp): Promise<void> => {
  const href = await (await happened(text)).getByRole('link', { name: 'Trace' }).getAttribute('href')
  await trace.goto(new URL(href ?? '', panel.url()).href)
}
/** The trace as it is now: the verdicts, then the steps. */
const traceText = async (): Promise<string> => {
  await trace.getByRole('heading', { level: 1, name: /trace/ }).waitFor()
  await trace.getByRole('list', { name: /trace/ }).getByRole('listitem').first().waitFor()
  return (await trace.getByRole('main').getByRole('listitem').allTextContents()).join('\n')
}
/** Reloads the trace until all of this is in it. */
const traceSays = async (...texts: (string | RegExp)[]): Promise<string> => {
  for (const end = Date.now() + 90_000; ; await trace.reload()) {
    const text = await traceText()
    const missing = texts.filter((one) => !text.match(one))
    if (missing.length === 0) return text
    if (Date.now() > end) throw new Error(`The trace does not say ${missing.join(' and ')}:\n${text}`)
  }
}
const count = (text: string, part: string): number => text.split(part).length - 1

/** What the order page says of the invoice. */
const invoice = async (): Promise<Locator> => {
  await trace.getByRole('link', { name: 'Open order' }).click()
  return trace.getByRole('group', { name: 'Invoice' }).first()
}

/** No call goes on, and the cards of those that ended are dismissed. */
const allQuiet = async (): Promise<void> => {
  await state('Ringing').waitFor({ state: 'detached' })
  await state('Talking').waitFor({ state: 'detached' })
  // A missed call has no note to keep: its card is hidden.
  const dismiss = cards()
    .getByRole('button', { name: /^(Dismiss|Hide)/ })
    .first()
  const clear = async () => {
    if (await dismiss.isVisible()) await dismiss.click()
    return cards().count()
  }
  await expect.poll(clear).toBe(0)
}

/** The bank ends this hold after 30 seconds, in which other tests run. */
let holdTrace = ''

beforeAll(async () => {
  demo = await startLivingDemo({ env: { BUILD: 'none', DEMO_DAY: 'paused' } })
  browser = await launchChromium()
  ada = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(ada, demo.addresses[0], 'ada@fern.test')
  workspace = await open(ada, `${demo.addresses[0]}/orders`)
  trace = await open(ada, 'about:blank')
  panel = await open(ada, `${demo.addresses[0]}/demo`)
  await panel.getByLabel('Pace').selectOption('fast')
  await play('A hold that ends')
  const paid = await happened('The customer paid on the bank’s page')
  holdTrace = (await paid.getByRole('link', { name: 'Trace' }).getAttribute('href')) ?? ''
}, 600_000)
afterAll(async () => {
  await browser?.close()
  await demo?.stop()
})

describe('the panel', () => {
  it('says where everything is when it has started', () => {
    const output = demo.output()
    expect(output).toContain(`${demo.addresses[0]}/demo`)
    expect(output).toContain('bruno@fern.test')
    expect(output).toContain('edith@kettle.test')
    expect(output).toMatch(/PostgreSQL: .*\n.*Redis: /)
  })

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('is accessible, %s, %i pixels wide', async (colorScheme, width) => {
    await panel.emulateMedia({ colorScheme })
    await panel.setViewportSize({ width, height: 844 })
    await panel.getByRole('heading', { level: 1, name: 'Demo panel' }).waitFor()
    await screenshot(panel, `demo-panel-${width}-${colorScheme}`)
    expect(await violations(panel)).toEqual([])
    expect(await overflow(panel)).toBe(0)
  })

  it.each([
    ['es-ES', 'Panel de demostración', 'Reproducir: Número desconocido'],
    ['ru-RU', 'Панель демонстрации', 'Запустить: Неизвестный номер'],
  ])('speaks the language of the browser: %s', async (locale, title, button) => {
    const context = await browser.newContext({ locale })
    const page = await open(context, `${demo.addresses[0]}/demo`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByRole('button', { name: button }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2))
    await context.close()
  })

  it('opens for the account at whose address it was asked for', async () => {
    const page = await open(ada, `${demo.addresses[1]}/demo`)
    expect(await page.getByRole('button', { name: 'Copper Kettle' }).getAttribute('aria-pressed')).toBe('true')
    await page.close()
  })
})

describe('the first screens', () => {
  it('every list has half a year behind it', async () => {
    for (const [path, heading] of [
      ['/', 'Home'],
      ['/orders', 'Orders'],
      ['/customers', 'Customers'],
      ['/calls', 'Calls'],
      ['/chats', 'Chats'],
    ] as const) {
      await workspace.goto(`${demo.addresses[0]}${path}`)
      await workspace.getByRole('heading', { level: 1, name: heading }).waitFor()
      if (path !== '/') await expect.poll(() => workspace.locator('[data-row]').count()).toBeGreaterThan(3)
    }
    await workspace.goto(`${demo.addresses[0]}/tasks`)
    await expect.poll(() => workspace.getByRole('button', { name: 'Done' }).count()).toBeGreaterThan(3)
  })

  it('a timeline has the dates of its events: calls with recordings, orders, payments', async () => {
    await workspace.goto(`${demo.addresses[0]}/customers/1`)
    const timeline = workspace.getByRole('region', { name: 'Timeline' })
    await timeline
      .getByText(/^Payment of/)
      .first()
      .waitFor()
    expect(await timeline.getByText(/(seconds?|minutes?) ago by API key/).count()).toBe(0)
    await timeline
      .getByText(/call · Answered/)
      .first()
      .waitFor()
    await timeline.getByRole('button', { name: 'Listen' }).first().waitFor()
  })

  it('extensions, external numbers, payment types and the status mapping are set', async () => {
    await workspace.goto(`${demo.addresses[0]}/modules/phones`)
    const numbers = () =>
      workspace.locator('main input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    await expect
      .poll(numbers, PATIENT)
      .toEqual(expect.arrayContaining(['101', '102', '103', '+12025550190', '+12025550191']))
    await workspace.goto(`${demo.addresses[0]}/payment-settings`)
    await expect
      .poll(() => workspace.getByRole('combobox', { name: 'Paid', exact: true }).inputValue(), PATIENT)
      .toBe('Paid')
  })

  it('“Try a call” on the page of the phones, which the module’s page leads to, rings a card', async () => {
    await workspace.goto(`${demo.addresses[0]}/modules/phones`)
    const [phones] = await Promise.all([
      ada.waitForEvent('page', PATIENT),
      workspace.getByRole('link', { name: /^http/ }).first().click(),
    ])
    await phones.getByRole('heading', { name: 'Try a call' }).waitFor()
    await phones.getByLabel('To').selectOption('101')
    await phones.getByRole('button', { name: 'Call', exact: true }).click()
    await cards().getByRole('link', { name: 'Greta Holm' }).waitFor()
    await phones.getByRole('button', { name: 'Hang up' }).first().click()
    await cards().getByText('Missed').waitFor()
    await phones.close()
  })
})

describe('scenes', () => {
  beforeAll(async () => {
    await workspace.goto(`${demo.addresses[0]}/orders`)
    await workspace.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  })

  it('try a call: the card says who calls, rings, talks and ends, and the trace that it was shown', async () => {
    await allQuiet()
    // Slowly, so that each state can be seen.
    await panel.getByLabel('Pace').selectOption('normal')
    await play('Try a call')
    await state('Ringing').waitFor()
    await screenshot(workspace, 'demo-try-a-call')
    await state('Talking').waitFor()
    await panel.getByLabel('Pace').selectOption('fast')
    const [opened] = await Promise.all([
      ada.waitForEvent('page'),
      (await happened(/is calling/)).getByRole('link', { name: 'Trace' }).click(),
    ])
    await opened.getByRole('heading', { level: 1, name: /trace/ }).waitFor()
    await opened.close()
    await traceOf(/is calling/)
    await traceSays(/^Call card shown to .*Ada Lindqvist/m, 'Customers found by phone number')
    await happened(/The call from .* ended/)
    await state('Call ended').waitFor()
    await traceSays('The exchange reported the end of the call')
  })

  it('unknown caller: the number is not in the database', async () => {
    await allQuiet()
    await play('Unknown caller')
    await cards().getByText('Unknown caller').first().waitFor()
    await traceOf(/is calling/)
    await traceSays('No customer has this number', /^Call card shown to .*Ada Lindqvist/m)
    await happened(/The call from .* ended/)
  })

  it('two calls at once: two cards, one above the other', async () => {
    await allQuiet()
    await play('Two calls at once')
    await expect.poll(() => cards().count()).toBe(2)
    await screenshot(workspace, 'demo-two-calls')
    const boxes = await Promise.all([cards().first().boundingBox(), cards().last().boundingBox()])
    const [upper, lower] = boxes.toSorted((one, other) => (one?.y ?? 0) - (other?.y ?? 0))
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0)
    await traceOf(/is calling/)
    // One of the two callers is a customer; which one calls first is chance.
    await traceSays(/^.*(No customer has this number|Customers found by phone number)/m)
    await traceSays(/^Call card shown to .*Ada Lindqvist/m)
    await happened(/The call from .* ended/)
  })

  it('a paid order: the customer pays by the link, and the order is paid', async () => {
    await play('A paid order')
    await happened(/ ordered: /)
    await traceOf('The customer paid on the bank’s page')
    await traceSays(/^Paid: invoice of/m, 'Module confirmed the invoice', 'Module reported: Paid')
    await (await invoice()).getByText('Paid').first().waitFor()
  })

  it('a refused refund: the order and the trace say why', async () => {
    await play('A refused refund')
    await traceOf('A colleague requested: refund')
    await traceSays('The module rejected the refund, The bank of the customer refused the refund')
    const shown = await invoice()
    await shown.getByText('The bank of the customer refused the refund').waitFor()
    await shown.getByText('Paid').first().waitFor()
  })

  it('an emoji refused by the channel: the first attempt fails, the second is accepted', async () => {
    await play('An emoji refused by the channel')
    await traceOf('A colleague reacted 😂')
    await traceSays(
      'Chiara Neri reacted 😂',
      'Webhook not accepted by the module',
      /HTTP 422/,
      'reaction_add delivered',
    )
    await trace.getByRole('link', { name: 'Open conversation' }).click()
    await trace
      .getByRole('button', { name: /😂.*Chiara/ })
      .first()
      .waitFor()
  })

  it('a conversation: a visitor writes, a colleague replies, the visitor reacts', async () => {
    await play('A conversation')
    await happened(/A colleague replied to/)
    await happened(/ reacted /)
    await traceOf(/ wrote: /)
    await traceSays('Message received from the messenger')
    await trace.getByRole('link', { name: 'Open conversation' }).click()
    await trace.getByRole('log').getByText('Chiara Neri').first().waitFor()
    await trace
      .getByRole('button', { name: /(👍|❤️).*customer/ })
      .first()
      .waitFor()
  })

  it('a hold that ends: reserved, then released by the bank', async () => {
    await trace.goto(new URL(holdTrace, panel.url()).href)
    await traceSays('Invoice status: On hold, awaiting approval', /^Cancelled: invoice of/m)
    await (await invoice()).getByText('Cancelled').first().waitFor()
    await expect.poll(() => entries().allTextContents()).toContainEqual(expect.stringMatching(/is now canceled/))
  })
})

describe('faults', () => {
  it('yes, then silence: no answer for 20 seconds, and the report of the bank settles it', async () => {
    await turn('on', 'Yes, then silence')
    await traceOf('A colleague requested: refund')
    const text = await traceSays(/^Refunded: invoice of/m, /No response within 20 s/)
    expect(count(text, 'Module reported: Refunded')).toBe(1)
    await (await invoice()).getByText('Refunded').first().waitFor()
    await turn('off', 'Yes, then silence')
  })

  it('lost hangup: the card goes on talking until the late record ends the call', async () => {
    await allQuiet()
    await turn('on', 'Lost hangup')
    await happened(/The call from .* ended/)
    await state('Talking').waitFor()
    await traceOf(/is calling/)
    expect(await traceSays('Call uploaded with the call history')).not.toContain(
      'The exchange reported the end of the call',
    )
    await state('Call ended').waitFor()
    await turn('off', 'Lost hangup')
  })

  it('double reports: both are stored, the money moves once and one card rings', async () => {
    await allQuiet()
    await turn('on', 'Double reports')
    await traceOf('The customer paid on the bank’s page')
    await traceSays('Invoice status: Paid', /Module reported: Paid[\s\S]*Module reported: Paid/)
    expect(count(await traceText(), 'Module reported: Paid')).toBe(2)
    expect(count(await traceText(), 'Invoice status: Paid')).toBe(1)
    await (await invoice()).getByText('Paid').first().waitFor()
    await traceOf(/is calling/)
    const call = await traceSays(/(The exchange reported an incoming call[\s\S]*){2}/, /^Call card shown to .*Ada/m)
    expect(count(call, 'The exchange reported an incoming call')).toBe(2)
    await happened(/The call from .* ended/)
    await state('Call ended').waitFor()
    expect(await cards().count()).toBe(1)
    await turn('off', 'Double reports')
  })

  it('slow modules: the invoice is issued, four seconds later', async () => {
    await turn('on', 'Slow modules')
    await traceOf('An invoice was issued')
    await traceSays(/payment\/create\s*Accepted · ([4-9]|\d\d)\d{3} ms/, 'Module confirmed the invoice')
    await (await invoice()).waitFor()
    await happened('The customer paid on the bank’s page')
    await turn('off', 'Slow modules')
  })

  it('Redis stopped: the card rings all the same, and the trace says so', async () => {
    await allQuiet()
    await turn('on', 'Redis stopped')
    await cards().getByText('Unknown caller').first().waitFor()
    const phone = /\+\d+/.exec((await (await happened(/is calling/)).textContent()) ?? '')?.[0] ?? 'none'
    await traceOf(/is calling/)
    expect(await trace.getByRole('heading', { level: 1, name: /trace/ }).textContent()).toContain(phone)
    await traceSays(/^Call card shown to .*Ada Lindqvist/m)
    await happened(/The call from .* ended/)
    await turn('off', 'Redis stopped')
  })
})

it('the day goes on in both accounts, and an account sees only its own', async () => {
  const edith = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  await signIn(edith, demo.addresses[1], 'edith@kettle.test')
  const kettle = await open(edith, `${demo.addresses[1]}/calls`)
  await allQuiet()
  await panel.getByRole('button', { name: 'Resume' }).click()
  await cards().first().waitFor()
  await kettle
    .getByRole('region', { name: /^Incoming call/ })
    .first()
    .waitFor()
  await panel.getByRole('button', { name: 'Pause' }).click()
  await panel.getByRole('button', { name: 'Resume' }).waitFor()
  const names = await kettle.locator('[data-row]').allTextContents()
  expect(names.join(' ')).not.toMatch(/Greta Holm|Ivo Marek|Salma Idris/)
  await edith.close()
})

it('logs no browser errors', async () => {
  await ada.close()
  // While Redis is stopped nothing fails in the browser either.
  expect(browserErrors).toEqual([])
})
