import {
  encodeSoftphoneMessage,
  readWorkspaceMessage,
  SOFTPHONE_VERSION,
  type SoftphoneCapability,
  type SoftphoneMessage,
  type WorkspaceMessage,
} from '@patchbay/contract/telephony/softphone'

// For the page of a softphone that the workspace shows in a frame (docs/concepts/softphones.md). It runs in the browser and
// needs no other package; softphone-script.ts has it as one file for pages without a bundler.

export type { SoftphoneCall, SoftphoneCapability, SoftphoneMessage } from '@patchbay/contract/telephony/softphone'

/** What is used of the browser: the package has no DOM types. */
type Received = { source: unknown; origin: string; data: unknown }
type Browser = {
  parent: { postMessage: (data: unknown, origin: string) => void }
  location: { hash: string }
  addEventListener: (type: 'message', listener: (event: Received) => void) => void
  removeEventListener: (type: 'message', listener: (event: Received) => void) => void
}
const browser = globalThis as unknown as Browser

type MessageHandlers = {
  [Type in WorkspaceMessage['type']]?: (message: Extract<WorkspaceMessage, { type: Type }>) => void
}

export type SoftphoneOptions = {
  /** What the page can do: the workspace shows buttons for these. */
  capabilities: readonly SoftphoneCapability[]
  /** `hello` comes first, and again when the user changes the language or the theme. */
  on: MessageHandlers
}

export type SoftphoneLink = { send: (message: Exclude<SoftphoneMessage, { type: 'ready' }>) => void; close: () => void }

/** The origin of the workspace, as the server handler of telephony.ts wrote it into the link. */
const workspaceOrigin = (): string | undefined => {
  const origin = new URLSearchParams(browser.location.hash.slice(1)).get('origin')
  return origin !== null && URL.parse(origin)?.origin === origin ? origin : undefined
}

/**
 * Connects the page with the workspace around it: messages go to the origin in the link, and only those of that window and
 * that origin are read. Undefined when the page is not in a frame of a workspace: then it is used on its own.
 */
export const connectSoftphone = ({ capabilities, on }: SoftphoneOptions): SoftphoneLink | undefined => {
  const origin = workspaceOrigin()
  if (browser.parent === (browser as unknown) || origin === undefined) return undefined
  const post = (message: SoftphoneMessage): void => browser.parent.postMessage(encodeSoftphoneMessage(message), origin)
  const receive = ({ source, origin: from, data }: Received): void => {
    if (source !== browser.parent || from !== origin) return
    const message = readWorkspaceMessage(data)
    if (!message) return
    const handle = on[message.type] as ((message: WorkspaceMessage) => void) | undefined
    handle?.(message)
  }
  browser.addEventListener('message', receive)
  post({ type: 'ready', version: SOFTPHONE_VERSION, capabilities: [...capabilities] })
  return { send: post, close: () => browser.removeEventListener('message', receive) }
}
