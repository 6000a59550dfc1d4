// What the guide asks a person to do in the browser, over the same HTTP as the browser: choose a password, sign in, take an
// extension, call it from the page with the phones, and see the card arrive.
import { createHttpClient } from '@patchbay/testkit/http-client'
import { openLiveStream } from '@patchbay/testkit/live-stream'
import { waitUntil } from '@patchbay/testkit/services'

const PASSWORD = 'a password of the guide'
const CALLER = '+46850055999'

export type FirstCall = { origin: string; link: string; email: string; phonesUrl: string }

export const makeFirstCall = async ({ origin, link, email, phonesUrl }: FirstCall): Promise<string[]> => {
  const { host } = new URL(origin)
  const stranger = createHttpClient(origin, { host })
  const chosen = await stranger.postJson('/workspace/password', { token: link.split('#')[1], password: PASSWORD })
  if (chosen.status !== 200) throw new Error(`the password was refused: ${chosen.text}`)
  const signedIn = await stranger.postJson('/workspace/sign-in', { email, password: PASSWORD })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const client = stranger.with({ cookie })
  const { me } = signedIn.body as { me: { id: number } }
  const additionalCodes = [{ userId: me.id, code: '101' }]
  const saved = await client.postJson('/workspace/modules/phones/telephony', { additionalCodes, externalPhones: [] })
  if (saved.status !== 200) throw new Error(`the extension was refused: ${saved.text}`)
  const live = await openLiveStream(origin, host, cookie)
  try {
    const act = { act: 'call-in', phone: CALLER, to: '101' }
    const headers = { 'content-type': 'application/json' }
    const called = await fetch(`${phonesUrl}/act`, { method: 'POST', headers, body: JSON.stringify(act) })
    if (!called.ok) throw new Error(`the exchange refused the call: ${called.status}`)
    await waitUntil('the call card arrives', () => JSON.stringify(live.events).includes(CALLER), 60_000)
  } finally {
    live.close()
  }
  const { cards } = (await client.get('/workspace/call-cards')).body as { cards: { phone: string; state: string }[] }
  return [
    'chose a password, signed in, took the extension 101',
    `called 101 from ${CALLER} on the page with the phones`,
    `the call card arrived over /workspace/live: ${cards[0]?.phone}, ${cards[0]?.state}`,
  ]
}
