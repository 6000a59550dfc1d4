// An OpenID Connect provider as a process of its own. The user who types a name into its development form is that person; a name
// that begins with "unverified" has an address that was not verified.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'patchbay', client_secret: 'kept by both', redirect_uris: [process.env.REDIRECT_URL ?? ''] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        email: id.replace('unverified-', ''),
        email_verified: !id.startsWith('unverified'),
        given_name: 'Gwen',
        family_name: 'Vale',
      }),
    }),
  })
  server.on('request', provider.callback())
  process.stdout.write(`listening at ${issuer}\n`)
})
