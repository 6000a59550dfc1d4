// The first call of docs/guides/run-an-exchange.md: two people, each in a browser of their own, with the softphone of the workspace.
import { waitUntil } from '@patchbay/testkit/services'
import type { BrowserContext, Page } from 'playwright-core'
import { FAKE_MICROPHONE, launchChromium } from './chromium.ts'

const PASSWORD = 'a password of the guide'
const WAIT = { timeout: 120_000 }

export type FirstCall = {
  origin: string
  /** Of the administrator, then of the colleague: their email, and the link with which they choose a password. */
  people: readonly [Invited, Invited]
}
type Invited = { email: string; link: string }
type Person = { id: number; code: string; context: BrowserContext; page: Page }

const post = async <Answer>({ request }: BrowserContext, url: string, data: object): Promise<Answer> => {
  const response = await request.post(url, { data, ...WAIT })
  if (!response.ok()) throw new Error(`${url} answers ${response.status()}: ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Chooses a password and signs in: the cookie is the browser's from then on. */
const signIn = async (context: BrowserContext, origin: string, { email, link }: Invited): Promise<number> => {
  await post(context, `${origin}/workspace/password`, { token: link.split('#')[1], password: PASSWORD })
  const credentials = { email, password: PASSWORD }
  const { me } = await post<{ me: { id: number } }>(context, `${origin}/workspace/sign-in`, credentials)
  return me.id
}

const phoneOf = ({ page, code }: Person) => page.getByRole('region', { name: `Phone ${code}` })
const frameOf = ({ page, code }: Person) => page.frameLocator(`iframe[title="Phone ${code}"]`)
const press = (person: Person, name: string) => frameOf(person).getByRole('button', { name, exact: true }).click(WAIT)

/** The workspace with the telephone at the bottom, connected and unfolded. */
const openPhone = async (person: Person, origin: string): Promise<void> => {
  const { page } = person
  // The exchange learns of a new extension after the workspace has saved it.
  await waitUntil(`the exchange knows the extension ${person.code}`, async () => {
    const response = await person.context.request.post(`${origin}/workspace/telephony/softphone`, { data: { origin } })
    return response.ok()
  })
  await page.goto(`${origin}/calls`, WAIT)
  await phoneOf(person).getByText('Ready').waitFor(WAIT)
  await phoneOf(person)
    .getByRole('button', { name: `Phone ${person.code}` })
    .click(WAIT)
}

/** Returns what was done, and when both were talking. */
export const callBetweenBrowsers = async ({ origin, people }: FirstCall) => {
  const browser = await launchChromium(FAKE_MICROPHONE)
  try {
    const open = async (invited: Invited, code: string): Promise<Person> => {
      const context = await browser.newContext({ locale: 'en-GB' })
      return { id: await signIn(context, origin, invited), code, context, page: await context.newPage() }
    }
    const me = await open(people[0], '101')
    const colleague = await open(people[1], '102')
    const additionalCodes = [me, colleague].map(({ id, code }) => ({ userId: id, code }))
    const settings = { additionalCodes, externalPhones: [] }
    await post(me.context, `${origin}/workspace/modules/exchange/telephony`, settings)
    for (const person of [me, colleague]) await openPhone(person, origin)
    await frameOf(me).getByRole('textbox', { name: 'Phone number' }).fill('102', WAIT)
    await press(me, 'Call')
    await press(colleague, 'Answer')
    await frameOf(me).getByText('In a call with 102').waitFor(WAIT)
    await frameOf(colleague).getByText('In a call with 101').waitFor(WAIT)
    const talkingAt = Date.now()
    await press(me, 'Hang up')
    for (const person of [me, colleague]) await phoneOf(person).getByText('Ready').waitFor(WAIT)
    return {
      talkingAt,
      steps: [
        'chose passwords and signed in, in two browsers; 101 and 102 are their extensions',
        'dialled 102 in the softphone of the one browser, and answered in the other',
        'both were talking; then hung up',
      ],
    }
  } finally {
    await browser.close()
  }
}
