import { connectSoftphone } from '@patchbay/sdk/softphone'
import { createDevices, requestMicrophone } from './devices.ts'
import { createPhone, type Phone } from './phone.ts'
import { createRequests, openSession } from './session.ts'
import { type Problem, textsFor } from './texts.ts'
import { createView, type Shown } from './view.ts'

// The page of the softphone, in a frame of the workspace or on its own (docs/concepts/softphones.md).

const root = document.querySelector<HTMLElement>('#phone') ?? document.body
const devices = createDevices()
let phone: Phone | undefined
let requests: ReturnType<typeof createRequests> | undefined
let microphone: Awaited<ReturnType<typeof requestMicrophone>> | undefined
let isOpened = false
let shown: Shown = {
  texts: textsFor(navigator.language),
  calls: [],
  problem: undefined,
  showsDevices: false,
  paused: new Set(),
}

const update = (change: Partial<Shown>): void => {
  shown = { ...shown, ...change, calls: phone?.calls() ?? [] }
  show(shown)
}
const externalIdOf = (id: string): string | undefined => shown.calls.find((call) => call.id === id)?.callExternalId

const problemOf = (state: typeof microphone): Problem | undefined => (state === 'granted' ? undefined : state)

/** What the exchange refused is shown, and gone with the next change. */
const tried = (done: boolean | undefined): void => update({ problem: done === false ? 'refused' : undefined })

const actions = {
  dial: (number: string) => {
    update({ problem: problemOf(microphone) })
    phone?.dial(number)
  },
  answer: (id: string) => void phone?.answer(id),
  hangUp: (id: string) => phone?.hangUp(id),
  mute: (id: string, on: boolean) => phone?.mute(id, on),
  hold: (id: string, on: boolean) => phone?.hold(id, on),
  keys: (id: string, digits: string) => void phone?.keys(id, digits),
  transfer: (id: string, to: string) => void requests?.transfer(externalIdOf(id), to).then(tried),
  record: async (id: string, on: boolean) => {
    const done = await requests?.record(externalIdOf(id) ?? '', on)
    const paused = new Set([...shown.paused].filter((one) => one !== id))
    if (done) update({ paused: on ? paused : paused.add(id) })
    tried(done)
  },
  allowMicrophone: () => void prepareMicrophone(),
  microphoneChosen: () => void phone?.changeMicrophone().catch(() => undefined),
}
const show = createView(root, actions, devices)

const workspace = connectSoftphone({
  capabilities: ['dial', 'answer', 'hang-up', 'mute', 'hold', 'keys', 'transfer', 'pick-up', 'choose-device'],
  on: {
    hello: ({ locale, theme }) => {
      document.documentElement.lang = locale
      document.documentElement.dataset.theme = theme
      update({ texts: textsFor(locale) })
    },
    dial: ({ phone: number }) => actions.dial(number),
    answer: ({ id }) => actions.answer(id),
    'hang-up': ({ id }) => actions.hangUp(id),
    mute: ({ id, on }) => actions.mute(id, on),
    hold: ({ id, on }) => actions.hold(id, on),
    keys: ({ id, digits }) => actions.keys(id, digits),
    transfer: ({ id, code }) => actions.transfer(id, code),
    'pick-up': ({ callExternalId }) => void requests?.pickUp(callExternalId).then(tried),
    'choose-device': () => update({ showsDevices: !shown.showsDevices }),
  },
})

const reportState = (): void => {
  if (microphone === 'needs-permission') workspace?.send({ type: 'needs-permission' })
  else if (microphone === 'no-microphone') workspace?.send({ type: 'error', code: 'no-microphone' })
  else if (phone?.isRegistered()) workspace?.send({ type: 'registered' })
}

const prepareMicrophone = async (): Promise<void> => {
  microphone = await requestMicrophone()
  update({ problem: problemOf(microphone) })
  reportState()
}

const fail = (problem: Problem): void => {
  update({ problem })
  workspace?.send({ type: 'error', code: problem })
}

const start = async (): Promise<void> => {
  const session = await openSession()
  if (!session) return fail('link-used')
  requests = createRequests(session)
  await prepareMicrophone()
  phone = createPhone(session, devices, {
    onCall: ({ state, ...call }) => {
      workspace?.send({ type: state, ...call })
      update({})
    },
    onRefused: (problem) => update({ problem }),
    onRegistered: () => {
      reportState()
      // Once: later it is only a connection that came back.
      if (!isOpened) void requests?.takeOver()
      isOpened = true
    },
    onUnregistered: (reason) => workspace?.send({ type: 'unregistered', ...(reason !== undefined && { reason }) }),
  })
  phone.start()
  window.addEventListener('pagehide', () => void requests?.leave())
}

// In the workspace, the workspace asks.
if (!workspace)
  window.addEventListener('beforeunload', (event) => {
    if (phone && phone.calls().length > 0) event.preventDefault()
  })
// Outside of the workspace nobody says which theme the user has.
if (!workspace && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = 'dark'
update({})
start().catch(() => fail('refused'))
