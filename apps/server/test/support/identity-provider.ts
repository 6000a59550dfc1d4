// Starts the identity provider, and signs people in there as a browser would: by its redirects, cookies and forms.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { request } from 'undici'

export type IdentityProvider = {
  issuer: string
  /** Follows an authorization URL and signs in as this person; the query that the browser is sent back with. */
  signIn: (url: string, login: string) => Promise<string>
  close: () => Promise<void>
}

const MAIN = fileURLToPath(new URL('./identity-provider-main.ts', import.meta.url))

const createBrowser = () => {
  const jar = new Map<string, string>()
  return async (url: string, form?: Record<string, string>) => {
    const answer = await request(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return { location: answer.headers.location, text: await answer.body.text() }
  }
}

export const startIdentityProvider = async (redirectUrl: string): Promise<IdentityProvider> => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, REDIRECT_URL: redirectUrl } })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const issuer = await new Promise<string>((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        said += chunk
        const [, address] = /listening at (\S+)/.exec(said) ?? []
        if (address) resolve(address)
      })
    child.once('exit', () => reject(new Error(`the identity provider ended: ${said}`)))
  })
  return {
    issuer,
    signIn: async (url, login) => {
      const open = createBrowser()
      let page = await open(url)
      for (let step = 0; step < 20; step++) {
        const target: string | undefined = page.location && new URL(String(page.location), issuer).href
        if (target?.startsWith(redirectUrl)) return new URL(target).search
        const [, action] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? []
        const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page.text) ?? []
        if (target) page = await open(target)
        else if (action) page = await open(new URL(action, issuer).href, { prompt, login, password: 'any' })
        else throw new Error(`neither a redirect nor a form: ${page.text}`)
      }
      throw new Error('too many redirects')
    },
    close: async () => {
      child.kill()
      await gone
    },
  }
}
