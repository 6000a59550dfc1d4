import { type Dialog, dialogOfRequest, dialogOfResponse, keyOf, requestWithin } from './dialog.ts'
import { ALLOW, type Header, headerOf, newTag, parameterOf, SDP, type SipRequest, type SipResponse } from './message.ts'
import { type OutgoingCall, placeCall } from './outgoing-invite.ts'
import { openTransactions, type ServerTransaction } from './transactions.ts'

// The user agent of the exchange: it answers and places calls through the edge proxy. What a call means is not known here.

export type DialogEvents = {
  onBye: () => void
  /** Another description of the media: a hold, another network. Resolves with ours, or undefined to refuse. */
  onReinvite: (sdp: string) => Promise<string | undefined>
}

export type IncomingCall = {
  request: SipRequest
  ring: () => void
  accept: (sdp: string, events: DialogEvents) => Dialog
  /** With a code of our own, by which the softphone says why. */
  refuse: (status: number, reason?: string) => void
  /** The caller gave up. */
  onCancel: (work: () => void) => void
}

const branchOf = (request: SipRequest) => parameterOf(headerOf(request, 'via'), 'branch')

const pingOf = (proxyPort: number): SipRequest => ({
  method: 'OPTIONS',
  uri: `sip:ping@127.0.0.1:${proxyPort}`,
  headers: [
    ['max-forwards', '1'],
    ['from', `<sip:exchange@127.0.0.1>;tag=${newTag()}`],
    ['to', '<sip:ping@127.0.0.1>'],
    ['call-id', crypto.randomUUID()],
    ['cseq', '1 OPTIONS'],
  ],
  body: '',
})

/** Calls that come in, until they are accepted, refused or cancelled. */
const createIncomingCalls = (contact: Header, add: (dialog: Dialog, events: DialogEvents) => void) => {
  const cancels = new Map<string, () => void>()
  const open = ({ request, respond }: ServerTransaction): IncomingCall => {
    const tag = newTag()
    let ended = false
    const finish = () => {
      ended = true
      cancels.delete(branchOf(request))
    }
    const refuse = (status: number, reason?: string) => {
      if (ended) return
      finish()
      respond(status, { tag, ...(reason !== undefined && { headers: [['x-exchange-reason', reason]] }) })
    }
    return {
      request,
      refuse,
      ring: () => void (ended || respond(180, { tag, headers: [contact] })),
      accept: (sdp, events) => {
        finish()
        const dialog = dialogOfRequest(request, tag)
        add(dialog, events)
        respond(200, { tag, headers: [contact, ALLOW, SDP], body: sdp })
        return dialog
      },
      onCancel: (work) =>
        void cancels.set(branchOf(request), () => {
          refuse(487)
          work()
        }),
    }
  }
  return { open, cancel: (request: SipRequest) => cancels.get(branchOf(request))?.() }
}

/** Requests within a call: its end, and other media. */
const createDialogs = (contact: Header) => {
  const dialogs = new Map<string, { dialog: Dialog; events: DialogEvents }>()
  const keyFor = ({ callId, localTag }: Dialog) => keyOf(callId, localTag)
  return {
    add: (dialog: Dialog, events: DialogEvents) => void dialogs.set(keyFor(dialog), { dialog, events }),
    has: (dialog: Dialog) => dialogs.has(keyFor(dialog)),
    remove: (dialog: Dialog) => void dialogs.delete(keyFor(dialog)),
    receive: ({ request, respond }: ServerTransaction) => {
      const key = keyOf(headerOf(request, 'call-id'), parameterOf(headerOf(request, 'to'), 'tag'))
      const events = dialogs.get(key)?.events
      if (!events) return respond(481)
      if (request.method === 'BYE') {
        dialogs.delete(key)
        respond(200)
        return events.onBye()
      }
      const describes = request.method === 'INVITE' || request.method === 'UPDATE'
      if (!describes || request.body === '') return respond(request.method === 'INVITE' ? 488 : 200)
      events.onReinvite(request.body).then(
        (sdp) => (sdp === undefined ? respond(488) : respond(200, { headers: [contact, SDP], body: sdp })),
        () => respond(488),
      )
    },
  }
}

export type UserAgentOptions = { port: number; proxyPort: number; onInvite: (call: IncomingCall) => void }

export const openUserAgent = async ({ port, proxyPort, onInvite }: UserAgentOptions) => {
  const contact: Header = ['contact', `<sip:exchange@127.0.0.1:${port}>`]
  const dialogs = createDialogs(contact)
  const incoming = createIncomingCalls(contact, dialogs.add)
  const receive = (transaction: ServerTransaction) => {
    const { request, respond } = transaction
    if (request.method === 'CANCEL') {
      respond(200)
      return incoming.cancel(request)
    }
    if (parameterOf(headerOf(request, 'to'), 'tag') !== '') return dialogs.receive(transaction)
    if (request.method !== 'INVITE') return respond(request.method === 'OPTIONS' ? 200 : 481)
    respond(100)
    onInvite(incoming.open(transaction))
  }
  const onStrayAnswer = (response: SipResponse): void => {
    const dialog = dialogOfResponse(response)
    acknowledge(dialog, dialog.sequence)
    if (!dialogs.has(dialog)) void bye(dialog)
  }
  const transactions = await openTransactions({ port, proxyPort, onStrayAnswer, onRequest: receive })
  const ask = (request: SipRequest): Promise<SipResponse> =>
    new Promise((resolve) => {
      transactions.request(request, (response) => response.status >= 200 && resolve(response))
    })
  const askWithin = (dialog: Dialog, method: string, more: readonly Header[] = [], body = '') => {
    dialog.sequence += 1
    return ask(requestWithin(dialog, method, dialog.sequence, more, body))
  }
  const acknowledge = (dialog: Dialog, sequence: number) => transactions.write(requestWithin(dialog, 'ACK', sequence))
  const bye = (dialog: Dialog): Promise<SipResponse> => {
    dialogs.remove(dialog)
    return askWithin(dialog, 'BYE')
  }
  return {
    place: (call: OutgoingCall) => placeCall({ transactions, contact, acknowledge, bye, add: dialogs.add }, call),
    bye,
    /** Takes up a dialog of a call that was stored. */
    adopt: dialogs.add,
    /** Takes up a call that was ringing when the process ended. */
    resumeIncoming: (request: SipRequest): IncomingCall => incoming.open(transactions.resume(request)),
    cancelSent: transactions.cancelSent,
    /** Whether the other side still has this call. */
    isAlive: async (dialog: Dialog): Promise<boolean> =>
      ![408, 481].includes((await askWithin(dialog, 'OPTIONS')).status),
    /** Offers other media within a call; resolves with the answer. */
    reinvite: async (dialog: Dialog, sdp: string): Promise<string | undefined> => {
      const response = await askWithin(dialog, 'INVITE', [contact, SDP], sdp)
      if (response.status >= 300) return undefined
      acknowledge(dialog, dialog.sequence)
      return response.body
    },
    /** Whether the edge proxy answers. */
    ping: async (): Promise<boolean> => (await ask(pingOf(proxyPort))).status === 200,
    close: transactions.close,
  }
}

export type UserAgent = Awaited<ReturnType<typeof openUserAgent>>
