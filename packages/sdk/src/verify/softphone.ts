import type { Check, CheckContext } from './check.ts'
import { formatReply } from './check.ts'
import { fail, type ModuleReply, type ProbeRequest } from './send-request.ts'
import { runInDock } from './softphone-dock.ts'

// Checks of a softphone that an exchange brings into the workspace (D-120): its link, its page, and with --dock its messages.

const telephony = ({ settings }: CheckContext) => settings.integrations?.telephony ?? {}

const hasSoftphone = (context: CheckContext): boolean => telephony(context).softphoneUrl !== undefined

const linkRequest = (context: CheckContext, origin: string, code?: string): ProbeRequest => {
  const { additionalCodes, softphoneUrl = '' } = telephony(context)
  const extension = additionalCodes?.[0] ?? { code: '101', userId: '1' }
  const fields = { code: code ?? String(extension.code), userId: String(extension.userId), origin }
  return { method: 'GET', url: softphoneUrl, fields }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const linkIn = (context: CheckContext, reply: ModuleReply): URL => {
  if (reply.status !== 200) fail(`softphoneUrl responded ${formatReply(reply)}`)
  const { url } = reply.json
  const link = typeof url === 'string' ? URL.parse(url) : null
  if (!link) return fail(`the answer has no link in "url": ${formatReply(reply)}`)
  if (link.protocol !== 'https:' && !LOOPBACK.test(link.hostname))
    fail(`browsers give no microphone to ${link.origin}: the link must be https, or http on a loopback address`)
  const { softphoneUrl, personalAccountUrl } = telephony(context)
  const origins = [softphoneUrl, personalAccountUrl].map((address) => URL.parse(address ?? '')?.origin)
  if (!origins.includes(link.origin))
    fail(`the link is at ${link.origin}; the workspace shows those of softphoneUrl and personalAccountUrl alone`)
  return link
}

const askForLink = async (context: CheckContext, origin: string): Promise<URL> =>
  linkIn(context, await context.send(linkRequest(context, origin)))

/** What a frame of the workspace would do with these headers. */
const whyNotFramed = (headers: Headers, origin: string): string | undefined => {
  if (headers.has('x-frame-options')) return `x-frame-options: ${headers.get('x-frame-options')}`
  const policy = headers.get('content-security-policy') ?? ''
  const [, allowed] = /(?:^|;)\s*frame-ancestors\s+([^;]*)/.exec(policy) ?? []
  if (allowed === undefined || allowed.split(/\s+/).some((one) => one === '*' || one === origin)) return undefined
  return `frame-ancestors ${allowed.trim()}`
}

const checks: Check[] = [
  {
    name: 'answers with a link to the softphone of an extension',
    run: async (context) => void (await askForLink(context, new URL(context.mockSystem.url).origin)),
  },
  {
    name: 'gives the softphone of no other extension, and none without a signature',
    run: async (context) => {
      const origin = new URL(context.mockSystem.url).origin
      for (const [what, reply] of [
        ['the unknown extension 99999', await context.send(linkRequest(context, origin, '99999'))],
        ['a request without a signature', await context.send(linkRequest(context, origin), { unsigned: true })],
      ] as const) {
        if (reply.status < 400) fail(`${what} got a softphone: ${formatReply(reply)}`)
        if (reply.status >= 500) fail(`${what} made the module fail: ${formatReply(reply)}`)
      }
    },
  },
  {
    name: 'serves the page of the softphone to a frame of the workspace',
    run: async (context) => {
      const origin = new URL(context.mockSystem.url).origin
      const link = await askForLink(context, origin)
      const response = await fetch(link)
      await response.arrayBuffer()
      if (response.status !== 200) fail(`the page of the softphone responded ${response.status}`)
      const type = response.headers.get('content-type') ?? ''
      if (!type.startsWith('text/html')) fail(`the page of the softphone has the content type "${type}", not text/html`)
      const reason = whyNotFramed(response.headers, origin)
      if (reason !== undefined) fail(`the workspace at ${origin} cannot show the page in a frame: ${reason}`)
    },
  },
]

/** With --dock. */
const dockChecks: Check[] = [
  {
    name: 'exchanges the messages of the dock in a browser',
    run: (context) => runInDock((origin) => askForLink(context, origin), context.waitMs),
  },
]

const withCondition = (all: readonly Check[], applies: NonNullable<Check['applies']>): Check[] =>
  all.map((check) => ({ ...check, applies }))

/** Not part of a run against an exchange without a softphone: it is a choice, nothing that is missing. */
export const softphoneChecks: Check[] = [
  ...withCondition(checks, hasSoftphone),
  ...withCondition(dockChecks, (context) => context.hooks.dock === true && hasSoftphone(context)),
]
