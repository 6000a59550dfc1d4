// D-120: the messages between the workspace and the softphone of an exchange in its frame (docs/concepts/softphones.md). The
// workspace and the page of the module both validate with this file. It imports nothing: it runs in pages without a bundler.

/** The version of the messages. A page that speaks an older one says so in `ready`. */
export const SOFTPHONE_VERSION = 1

/** Every message has this member: other messages of the window are not for us. */
export const SOFTPHONE_PROTOCOL = 'patchbay-softphone'

/** What a page can do; the workspace offers nothing else. */
export const SOFTPHONE_CAPABILITIES = [
  'dial',
  'answer',
  'hang-up',
  'mute',
  'hold',
  'keys',
  'transfer',
  'pick-up',
  'choose-device',
] as const
export type SoftphoneCapability = (typeof SOFTPHONE_CAPABILITIES)[number]

type Guard<T> = (value: unknown) => value is T

const isText =
  (longest: number): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && value !== '' && value.length <= longest
const isOneOf =
  <const T extends string>(...known: T[]): Guard<T> =>
  (value): value is T =>
    known.some((one) => one === value)
const isFlag: Guard<boolean> = (value) => typeof value === 'boolean'
const isVersion: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1
const isOptional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value)
const isNames: Guard<string[]> = (value): value is string[] =>
  Array.isArray(value) && value.length <= 50 && value.every(isText(64))

/** The page's own id of the call: commands name it. */
const id = isText(255)
const phone = isText(64)
const call = {
  id,
  /** As in the events that the exchange sends: by it the workspace finds the call card. */
  callExternalId: isOptional(isText(255)),
  phone,
  direction: isOneOf('in', 'out'),
  muted: isFlag,
  held: isFlag,
}

const FROM_SOFTPHONE = {
  /** The first message; `capabilities` that the workspace does not know are ignored. */
  ready: { version: isVersion, capabilities: isNames },
  registered: {},
  unregistered: { reason: isOptional(isText(255)) },
  /** A call for this extension rings. */
  incoming: call,
  /** A call that this extension started rings at the other side. */
  ringing: call,
  talking: call,
  ended: call,
  /** The browser asks for the microphone, or refused it. */
  'needs-permission': {},
  error: { code: isText(64) },
}

const TO_SOFTPHONE = {
  hello: { version: isVersion, locale: isText(35), theme: isOneOf('light', 'dark') },
  dial: { phone },
  answer: { id },
  'hang-up': { id },
  mute: { id, on: isFlag },
  hold: { id, on: isFlag },
  keys: { id, digits: isText(64) },
  transfer: { id, code: isText(32) },
  'pick-up': { callExternalId: isText(255) },
  /** Show the choice of the microphone and the speaker. */
  'choose-device': {},
}

type Shapes = Record<string, Record<string, Guard<unknown>>>
type Guarded<G> = G extends Guard<infer T> ? T : never
type Fields<S> = { [K in keyof S as undefined extends Guarded<S[K]> ? never : K]: Guarded<S[K]> } & {
  [K in keyof S as undefined extends Guarded<S[K]> ? K : never]?: Guarded<S[K]>
}
type MessageOf<S extends Shapes> = { [Type in keyof S]: { type: Type } & Fields<S[Type]> }[keyof S]

export type SoftphoneMessage = MessageOf<typeof FROM_SOFTPHONE>
export type WorkspaceMessage = MessageOf<typeof TO_SOFTPHONE>
/** A message of the workspace that the user caused. */
export type SoftphoneCommand = Exclude<WorkspaceMessage, { type: 'hello' }>
export type SoftphoneCall = Omit<Extract<SoftphoneMessage, { type: 'talking' }>, 'type'>

/** The message with its known members, or undefined: unknown types are for later versions, and ignored. */
const read = <S extends Shapes>(shapes: S, data: unknown): MessageOf<S> | undefined => {
  if (typeof data !== 'object' || data === null) return undefined
  const { protocol, type, ...members } = data as Record<string, unknown>
  if (protocol !== SOFTPHONE_PROTOCOL || typeof type !== 'string' || !Object.hasOwn(shapes, type)) return undefined
  const guards = Object.entries(shapes[type] ?? {})
  if (!guards.every(([name, isValid]) => isValid(members[name]))) return undefined
  const known = guards.filter(([name]) => members[name] !== undefined).map(([name]) => [name, members[name]])
  return { type, ...Object.fromEntries(known) } as MessageOf<S>
}

export const readSoftphoneMessage = (data: unknown): SoftphoneMessage | undefined => read(FROM_SOFTPHONE, data)
export const readWorkspaceMessage = (data: unknown): WorkspaceMessage | undefined => read(TO_SOFTPHONE, data)

/** As it is sent with postMessage. */
export const encodeSoftphoneMessage = (message: SoftphoneMessage | WorkspaceMessage) => ({
  protocol: SOFTPHONE_PROTOCOL,
  ...message,
})
