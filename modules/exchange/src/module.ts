import { refuse } from '@patchbay/sdk/request'
import {
  type BuildModule,
  type ModuleContext,
  type ModuleParts,
  type StartOptions,
  startModule,
} from '@patchbay/sdk/run-module'
import { recordUrl, serveTelephony } from '@patchbay/sdk/telephony'
import { createBoard } from './calls/board.ts'
import { createClickToCall } from './calls/click-to-call.ts'
import { receiveDialled } from './calls/dialling.ts'
import { createHandOver } from './calls/hand-over.ts'
import { createIncoming } from './calls/incoming.ts'
import { createTalking } from './calls/talking.ts'
import { createTrunk } from './calls/trunk.ts'
import { createSoftphone } from './http/softphone.ts'
import { openRecordings } from './recordings/files.ts'
import type { Settings } from './settings.ts'
import { headerOf } from './sip/message.ts'
import type { IncomingCall } from './sip/user-agent.ts'
import { startStack } from './stack.ts'
import { deleteOldCalls, findCall, listOpenCalls } from './store/calls.ts'
import { listExtensions, setStatus } from './store/extensions.ts'
import { startDelivery } from './store/outbox.ts'
import { openDatabase } from './store/schema.ts'
import { completeSetup, createSender, isSetUp, listsOf, refreshDirectory, saveTelephones } from './system.ts'

// The exchange as a module of the system: its parts, put together.

const CODE = 'exchange'
const REFRESH_MS = 15_000
const LOOK_AGAIN_MS = 1_000
const HOUSEKEEPING_MS = 3_600_000

const startExchange = async (settings: Settings, context: ModuleContext) => {
  const { connection, publicUrl, folder, log } = context
  const db = await openDatabase(settings.databaseUrl)
  let receive: (call: IncomingCall) => Promise<void> = async (call) => call.refuse(503)
  const onInvite = (call: IncomingCall) =>
    void receive(call).catch((error: unknown) => {
      log(`a call was not taken: ${String(error)}`)
      call.refuse(503)
    })
  const stack = await startStack({ settings, db, folder, log, onInvite })
  const recordings = await openRecordings(stack.recordings)
  const delivery = startDelivery({ db, send: createSender(connection.client, connection.clientId), log })
  const board = createBoard({
    db,
    settings,
    log,
    agent: stack.agent,
    rtpengine: stack.rtpengine,
    ringback: stack.ringback,
    findManager: (phone, site) =>
      connection.client.findManager({ phone, route: true, ...(site !== undefined && { site }) }),
    recordUrl: (id) => recordUrl(publicUrl, id),
    recordingEnded: (call) =>
      void recordings.convert(call).catch((error: unknown) => log(`recording ${call.id}: ${String(error)}`)),
    wake: delivery.wake,
  })
  const talking = createTalking(board)
  const incoming = createIncoming(board)
  const handOver = createHandOver(board, talking)
  const trunk = createTrunk(board)
  receive = (call) =>
    headerOf(call.request, 'x-exchange-source') === 'carrier'
      ? incoming.receive(call)
      : receiveDialled(board, trunk, call)
  const resumeCalls = async () => {
    for (const state of await listOpenCalls(db)) {
      if (state.customer && state.telephone) await talking.resume(state, state.customer.extension !== undefined)
      else if (state.invite) await incoming.resume(state)
      else await talking.abandon(state)
    }
  }
  await resumeCalls()
  delivery.wake()
  return {
    db,
    stack,
    recordings,
    delivery,
    board,
    talking,
    incoming,
    handOver,
    makeCall: createClickToCall(board, trunk),
  }
}

export const exchangeModule =
  (settings: Settings): BuildModule =>
  async (context): Promise<ModuleParts> => {
    const { connection, publicUrl, log } = context
    const exchange = await startExchange(settings, context)
    const { db, board, makeCall, recordings, delivery } = exchange
    const softphone = createSoftphone({ ...exchange, settings, publicUrl, client: connection.client })
    const refresh = () =>
      refreshDirectory(connection.client, db).then(board.notify, (error: unknown) =>
        log(`extensions: ${String(error)}`),
      )
    const served = serveTelephony({
      secretFor: connection.secretFor,
      makeCall,
      changeUserStatus: async ({ code, status }) => {
        const known = (await listExtensions(db)).find((one) => one.code === code)
        // The echo of what we said ourselves.
        const isEcho = known?.setBusy === true && status === 'busy'
        if (!isEcho) await setStatus(db, code, status)
        board.notify()
      },
      softphone: async ({ code, userId, origin }) => {
        const isKnown = async () => (await listExtensions(db)).some((one) => one.code === code)
        // An extension that was assigned a moment ago can be called as soon as its telephone is there.
        if (!(await isKnown())) await refresh()
        if (!(await isKnown())) refuse(`There is no extension ${code}`)
        return softphone.linkFor({ code, userId, origin })
      },
      recording: async (id) => {
        const call = await findCall(db, id)
        if (call?.endedAt === undefined) return undefined
        const found = await recordings.read(id)
        const bytes = found ?? ((await recordings.convert(call)) ? await recordings.read(id) : undefined)
        return bytes && { contentType: 'audio/wav', bytes }
      },
      activity: ({ active, freeze }) => log(`switched ${active && !freeze ? 'on' : 'off'}`),
    })
    const registration = (lists: object) =>
      served.registration(publicUrl, { allowEdit: true, personalAccountUrl: `${publicUrl}/softphone`, ...lists })
    const housekeep = () =>
      Promise.all([recordings.expire(settings.retentionDays, Date.now()), deleteOldCalls(db, settings.retentionDays)])
    const timers = [
      setInterval(() => void refresh(), REFRESH_MS),
      // Kamailio does not say when a telephone registers: calls that wait look again.
      setInterval(board.notify, LOOK_AGAIN_MS),
      setInterval(() => void housekeep().catch((error: unknown) => log(String(error))), HOUSEKEEPING_MS),
    ]
    /** Only the first registration brings lists along: later an administrator has the say. */
    const firstLists = async () =>
      settings.setup && !(await isSetUp(db)) ? listsOf(connection.client, settings.setup) : {}
    return {
      code: CODE,
      name: 'Telephone exchange',
      handler: served.handler,
      fallback: softphone.serve,
      registration: async () => registration(await firstLists()),
      started: async () => {
        if (settings.setup) {
          await saveTelephones(db, settings.setup)
          await completeSetup(db)
        }
        await refresh()
        delivery.wake()
      },
      stopped: async () => {
        for (const timer of timers) clearInterval(timer)
        await Promise.all([...board.calls.values()].map((call) => board.hangUp(call, 'failed')))
        await delivery.stop()
        await exchange.stack.stop()
        await db.end()
      },
    }
  }

export const startExchangeModule = ({ settings, ...options }: StartOptions & { settings: Settings }) =>
  startModule(exchangeModule(settings), options)
