import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// sipp plays the carrier and the telephones. Scenarios are put together from steps.

const VIA = 'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]'
const SDP = [
  'v=0',
  'o=user 1 1 IN IP[media_ip_type] [media_ip]',
  's=-',
  'c=IN IP[media_ip_type] [media_ip]',
  't=0 0',
  'm=audio [media_port] RTP/AVP 8 101',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:101 telephone-event/8000',
].join('\n')

const message = (lines: string[], body = ''): string =>
  `<send retrans="500"><![CDATA[\n\n${lines.join('\n')}\n${body === '' ? 'Content-Length: 0' : 'Content-Type: application/sdp\nContent-Length: [len]'}\n\n${body}\n]]></send>`
const once = (text: string): string => text.replace('<send retrans="500">', '<send>')

const dialogHeaders = [
  '[last_Via:]',
  '[last_From:]',
  '[last_To:];tag=[call_number]-[local_port]',
  '[last_Call-ID:]',
  '[last_CSeq:]',
]
const contact = 'Contact: <sip:[local_ip]:[local_port]>'

export const step = {
  recv: (request: string, more = '') => `<recv request="${request}" ${more}/>`,
  expect: (status: number, more = '') => `<recv response="${status}" ${more}/>`,
  optional: (status: number) => `<recv response="${status}" optional="true"/>`,
  pause: (ms: number) => `<pause milliseconds="${ms}"/>`,
  play: (file: string) => `<nop><action><exec rtp_stream="${file},-1,8"/></action></nop>`,
  ringing: once(message(['SIP/2.0 180 Ringing', ...dialogHeaders, '[last_Record-Route:]', contact])),
  answer: message(['SIP/2.0 200 OK', ...dialogHeaders, '[last_Record-Route:]', contact], SDP),
  refuse: (status: number) => message([`SIP/2.0 ${status} No`, ...dialogHeaders]),
  ok: once(message(['SIP/2.0 200 OK', '[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]'])),
} as const

/** The carrier calls our number. `[field0]` is the caller. */
const invite = (to: string) =>
  message(
    [
      `INVITE sip:${to}@[remote_ip]:[remote_port] SIP/2.0`,
      VIA,
      'From: <sip:[field0]@[local_ip]>;tag=c[call_number]-[pid]',
      `To: <sip:${to}@[remote_ip]>`,
      'Call-ID: [call_id]',
      'CSeq: 1 INVITE',
      contact,
      'Max-Forwards: 70',
    ],
    SDP,
  )
const within = (method: string, number: number) => [
  `${method} [next_url] SIP/2.0`,
  VIA,
  '[routes]',
  'From: <sip:[field0]@[local_ip]>;tag=c[call_number]-[pid]',
  '[last_To:]',
  'Call-ID: [call_id]',
  `CSeq: ${number} ${method}`,
  'Max-Forwards: 70',
]

export const carrier = {
  invite,
  trying: '<recv response="100" optional="true"/>',
  ringing: '<recv response="180"/>',
  answered: `<recv response="200" rrs="true"/>${once(message(within('ACK', 1)))}`,
  hangUp: `${message(within('BYE', 2))}<recv response="200"/>`,
  cancel: (to: string) =>
    message([
      `CANCEL sip:${to}@[remote_ip]:[remote_port] SIP/2.0`,
      '[last_Via:]',
      'From: <sip:[field0]@[local_ip]>;tag=c[call_number]-[pid]',
      `To: <sip:${to}@[remote_ip]>`,
      'Call-ID: [call_id]',
      'CSeq: 1 CANCEL',
      'Max-Forwards: 70',
    ]),
  refused: (status: number, to: string) =>
    `<recv response="${status}"/>${once(
      message([
        `ACK sip:${to}@[remote_ip]:[remote_port] SIP/2.0`,
        '[last_Via:]',
        'From: <sip:[field0]@[local_ip]>;tag=c[call_number]-[pid]',
        '[last_To:]',
        'Call-ID: [call_id]',
        'CSeq: 1 ACK',
        'Max-Forwards: 70',
      ]),
    )}`,
} as const

/** A telephone is called; what it needs to end the call itself is kept. */
const called =
  '<recv request="INVITE" rrs="true"><action>' +
  '<ereg regexp=".*" search_in="hdr" header="From:" assign_to="1"/>' +
  '<ereg regexp=".*" search_in="hdr" header="To:" assign_to="2"/>' +
  '</action></recv>'

/** A call that this side was called in is ended by it. */
const endsIt = `${message([
  'BYE [next_url] SIP/2.0',
  VIA,
  '[routes]',
  'From:[$2];tag=[call_number]-[local_port]',
  'To:[$1]',
  'Call-ID: [call_id]',
  'CSeq: 1 BYE',
  'Max-Forwards: 70',
])}<recv response="200"/>`

const keep = '<nop><action><log message="[$1] [$2]"/></action></nop>'
const cancelled = `<recv request="CANCEL"/>${step.ok}`
const terminated = once(
  message([
    'SIP/2.0 487 Request Terminated',
    'Via: [$3]',
    '[last_From:]',
    'To:[$2];tag=[call_number]-[local_port]',
    '[last_Call-ID:]',
    'CSeq: 1 INVITE',
  ]),
)

/** What a telephone does that is called. */
export const telephone = {
  answers: [called, keep, step.ringing, step.answer, '<recv request="ACK"/>'],
  isHungUp: ['<recv request="BYE"/>', step.ok],
  hangsUp: [endsIt],
  declines: [called, keep, step.ringing, step.refuse(486), '<recv request="ACK"/>'],
  /** Its media go elsewhere, within the call. */
  isReinvited: [
    '<recv request="INVITE"/>',
    message(
      ['SIP/2.0 200 OK', '[last_Via:]', '[last_From:]', '[last_To:]', '[last_Call-ID:]', '[last_CSeq:]', contact],
      SDP,
    ),
    '<recv request="ACK"/>',
  ],
  isCancelled: [
    called.replace(
      '</action>',
      '<ereg regexp="SIP/2.0/UDP[^\r\n]*" search_in="hdr" header="Via:" assign_to="3"/></action>',
    ),
    '<nop><action><log message="[$1] [$2] [$3]"/></action></nop>',
    step.ringing,
    cancelled,
    terminated,
    '<recv request="ACK"/>',
  ],
} as const

export type SippOptions = {
  folder: string
  name: string
  steps: readonly string[]
  /** Its own address and port. */
  address?: string
  port: number
  /** Whom it calls; a telephone waits to be called. */
  remote?: string
  calls?: number
  perSecond?: number
  /** UDP unless it says otherwise. */
  transport?: 'tcp'
  /** Phone numbers of the callers, one a call. */
  callers?: readonly string[]
}

/** It ends then, whatever has happened: longer than any test takes, the conformance test on a slow machine included. */
const MOST_SECONDS = 600
/** For one message that its scenario waits for. */
const MOST_WAIT_MS = 120_000

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Resolves with sipp's exit code: 0 when every call went as its scenario says. */
export const runSipp = (options: SippOptions) => {
  const {
    folder,
    name,
    steps,
    address = '127.0.0.1',
    port,
    remote,
    calls = 1,
    perSecond = 10,
    callers,
    transport,
  } = options
  const base = join(folder, `${name}-${port}`)
  writeFileSync(
    `${base}.xml`,
    `<?xml version="1.0" encoding="UTF-8"?><scenario name="${name}">${steps.join('\n')}</scenario>`,
  )
  const args = ['-sf', `${base}.xml`, '-i', address, '-p', String(port), '-mp', String(port + 1), '-m', String(calls)]
  args.push('-nostdin', '-aa', '-trace_err', '-error_file', `${base}.err`)
  args.push('-timeout', String(MOST_SECONDS), '-recv_timeout', String(MOST_WAIT_MS))
  args.push('-r', String(perSecond))
  if (transport === 'tcp') args.push('-t', 't1')
  if (callers) {
    writeFileSync(`${base}.csv`, `SEQUENTIAL\n${callers.map((one) => `${one};`).join('\n')}\n`)
    args.push('-inf', `${base}.csv`)
  }
  if (remote !== undefined) args.push(remote)
  const output = openSync(`${base}.out`, 'w')
  const child = spawn('sipp', args, { cwd: folder, stdio: ['ignore', output, output] })
  closeSync(output)
  const done = new Promise<number>((resolve) => {
    child.on('error', () => resolve(-1))
    child.on('exit', (code) => resolve(code ?? -1))
  })
  return {
    done,
    kill: () => void child.kill('SIGKILL'),
    /** What it wrote, for the message of a failed test. */
    errors: () => [`${base}.err`, `${base}.out`].map((file) => readIfThere(file).slice(-3_000)).join('\n'),
  }
}

const hex = (address: string): string =>
  address
    .split('.')
    .reverse()
    .map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase())
    .join('')

/** A telephone must listen before it is called. */
export const listens = async (
  sipp: ReturnType<typeof runSipp>,
  port: number,
  address = '127.0.0.1',
  transport: 'udp' | 'tcp' = 'udp',
): Promise<void> => {
  const entry = `${hex(address)}:${port.toString(16).padStart(4, '0').toUpperCase()}`
  let ended = false
  void sipp.done.then(() => {
    ended = true
  })
  while (!readFileSync(`/proc/net/${transport}`, 'utf8').includes(entry)) {
    if (ended) throw new Error(`sipp ended before it was called: ${sipp.errors()}`)
    await sleep(20)
  }
}
