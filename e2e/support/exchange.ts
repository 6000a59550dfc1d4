// A real telephone exchange for browser tests: Kamailio, rtpengine and the module as processes; sipp is the carrier.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FERN } from '@patchbay/testkit/fixtures'
import { toneWav } from '../../modules/exchange/src/recordings/tones.ts'
import { toneFile } from '../../modules/exchange/test/support/audio.ts'
import { freePorts } from '../../modules/exchange/test/support/ports.ts'
import { carrier, listens, runSipp, step, telephone } from '../../modules/exchange/test/support/sipp.ts'
import { FAKE_MICROPHONE } from './chromium.ts'
import type { Rig } from './rig.ts'

const CARRIER = '127.0.0.2'
const LINE = '+46850055000'
const ROOT = join(import.meta.dirname, '../..')

/** What customers and managers say: each side one tone, by which the recording tells them apart. */
export const CUSTOMER_HERTZ = 440
export const MANAGER_HERTZ = 880

/** Files for both sides, and the arguments with which the browser has a microphone that says the manager's tone. */
export const prepareTones = () => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-tones-'))
  const manager = join(folder, 'manager.wav')
  writeFileSync(manager, toneWav(MANAGER_HERTZ, 10, 0))
  const customer = toneFile(folder, CUSTOMER_HERTZ)
  const browserArguments = [...FAKE_MICROPHONE, `--use-file-for-fake-audio-capture=${manager}`]
  return { folder, customer, browserArguments, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const startRealExchange = async (rig: Rig, customerTone: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-exchange-'))
  const build = spawnSync('npm', ['run', 'build', '-w', 'modules/exchange'], { cwd: ROOT })
  if (build.status !== 0) throw new Error(`${build.stdout}${build.stderr}`)
  const port = await freePorts(220)
  const setup = join(folder, 'setup.json')
  const { ada, bruno } = FERN.people
  const extensions = { [ada.email]: '101', [bruno.email]: '102' }
  writeFileSync(
    setup,
    JSON.stringify({ extensions, externalPhones: [{ siteCode: 'fern-online', externalPhone: LINE }] }),
  )
  const url = await rig.module('exchange', undefined, undefined, {
    EXCHANGE_DATABASE_URL: rig.installation.adminUrl.replace(/\/\w+$/, '/postgres'),
    SIP_PORT: String(port),
    WEBSOCKET_PORT: String(port + 1),
    EDGE_PORT: String(port + 2),
    NODE_PORT: String(port + 3),
    CONTROL_PORT: String(port + 4),
    MEDIA_PORTS: `${port + 100}-${port + 219}`,
    CARRIERS: CARRIER,
    TRUNK_HOST: `${CARRIER}:${port + 5}`,
    // Ringing lasts longer than any test looks for it; a customer for whom nobody is available is not kept waiting.
    RING_SECONDS: '120',
    QUEUE_SECONDS: '3',
    // A page that is opened again has all the time it needs.
    HAND_OVER_SECONDS: '600',
    GROUP: '101,102',
    SETUP_FILE: setup,
  })
  let next = port + 10
  const nextPort = (): number => {
    next += 2
    return next
  }
  const sipp = (name: string, steps: readonly string[], caller?: string, own = nextPort()) =>
    runSipp({
      folder,
      name,
      address: CARRIER,
      port: own,
      steps,
      ...(caller !== undefined && { remote: `127.0.0.1:${port}`, callers: [caller] }),
    })
  const talk = (ms: number) => [step.play(customerTone), step.pause(ms)]
  return {
    url,
    /** A customer who calls, talks for a while, and hangs up. */
    callAndHangUp: (caller: string, ms: number) =>
      sipp(
        'caller',
        [carrier.invite(LINE), carrier.trying, carrier.ringing, carrier.answered, ...talk(ms), carrier.hangUp],
        caller,
      ),
    /** A customer who calls and talks until the manager hangs up. */
    callAndTalk: (caller: string) =>
      sipp(
        'talker',
        [
          carrier.invite(LINE),
          carrier.trying,
          carrier.ringing,
          carrier.answered,
          step.play(customerTone),
          step.recv('BYE'),
          step.ok,
        ],
        caller,
      ),
    /** A customer who is connected anew in mid-call, says nothing before that, and talks until the manager hangs up. */
    callAndBeTransferred: (caller: string) =>
      sipp(
        'transferred',
        [
          ...[carrier.invite(LINE), carrier.trying, carrier.ringing, carrier.answered],
          ...[...telephone.isReinvited, step.play(customerTone), step.recv('BYE'), step.ok],
        ],
        caller,
      ),
    /** A customer whom nobody answers. */
    callInVain: (caller: string) =>
      sipp('in-vain', [carrier.invite(LINE), carrier.trying, carrier.ringing, carrier.refused(480, LINE)], caller),
    /** A customer who gives up while it rings. */
    callAndGiveUp: (caller: string, ms: number) =>
      sipp(
        'gives-up',
        [
          carrier.invite(LINE),
          ...[carrier.trying, carrier.ringing, step.pause(ms), carrier.cancel(LINE)],
          ...[step.expect(200), carrier.refused(487, LINE)],
        ],
        caller,
      ),
    /** A customer whom the exchange calls: rings, answers, talks until the manager hangs up. */
    answerCall: async () => {
      const steps = [...telephone.answers, step.play(customerTone), ...telephone.isHungUp]
      const customer = sipp('customer', steps, undefined, port + 5)
      await listens(customer, port + 5, CARRIER)
      return customer
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
