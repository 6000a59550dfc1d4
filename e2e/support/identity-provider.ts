// The identity provider of the server's tests, as the process that it is there too.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/test/support/identity-provider-main.ts', import.meta.url))

export const startIdentityProvider = async (
  redirectUrl: string,
): Promise<{ issuer: string; close: () => Promise<void> }> => {
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, REDIRECT_URL: redirectUrl } })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const issuer = await new Promise<string>((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
        const [, address] = /listening at (\S+)/.exec(output) ?? []
        if (address) resolve(address)
      })
    child.once('exit', () => reject(new Error(`the identity provider ended: ${output}`)))
  })
  return {
    issuer,
    close: async () => {
      child.kill()
      await gone
    },
  }
}
