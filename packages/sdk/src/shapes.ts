import type { ParametersOf } from '@patchbay/contract/base/callback'
import type { InputOf, ReplyOf } from '@patchbay/contract/base/endpoint'
import type { activateChannel, Channel, ChannelSettings, updateChannel } from '@patchbay/contract/chats/channels'
import type { MessageOrder, MessageProduct, SentTemplate, Suggestion } from '@patchbay/contract/chats/message-cards'
import type { Client } from '@patchbay/contract/chats/messages'
import type { activateTemplate, Template, updateTemplate } from '@patchbay/contract/chats/templates'
import type { readFeed } from '@patchbay/contract/chats/webhooks'
import type { PaymentStatus, PaymentType } from '@patchbay/contract/crm/references'
import type { getInvoice, importInvoice } from '@patchbay/contract/payments/invoices'
import type { UpdateInvoice as ContractUpdateInvoice } from '@patchbay/contract/payments/reports'
import type { StatementLine } from '@patchbay/contract/payments/statements'
import type { InvoiceStatus, RefundStatus } from '@patchbay/contract/payments/statuses'
import type { getSettings } from '@patchbay/contract/platform/accounts'
import type { Site } from '@patchbay/contract/platform/shops'
import type { ApiUser, UserGroup } from '@patchbay/contract/platform/users'
import type { makeCall, openSoftphone, userStatusChanged } from '@patchbay/contract/telephony/callbacks'
import type { CallEvent as ContractCallEvent } from '@patchbay/contract/telephony/events'
import type { CallResult, CallRecord as ContractCallRecord } from '@patchbay/contract/telephony/history'
import type { findManager } from '@patchbay/contract/telephony/routing'
import type { readTrace } from '@patchbay/contract/telephony/traces'
import type { CallTranscript, TranscriptSegment } from '@patchbay/contract/telephony/transcripts'

// The types of requests and responses between the system and a module (docs/spec/wire-habits.md, sections 3 to 5).
// Where the contract accepts more than a module should send, the type is narrowed here.

// The account

export type AccountSettings = ReplyOf<typeof getSettings>['settings']
export type User = ApiUser
export type { PaymentStatus, PaymentType, Site, UserGroup }

// Telephony

type CallbackInput<C> = Omit<ParametersOf<C>, 'clientId'>

export type MakeCall = CallbackInput<typeof makeCall>
export type StatusChange = CallbackInput<typeof userStatusChanged>
/** `origin` is that of the workspace: the only one that the page exchanges messages with (softphone.ts). */
export type OpenSoftphone = CallbackInput<typeof openSoftphone>
export type UserStatus = StatusChange['status']

export type HangupStatus = Exclude<NonNullable<ContractCallEvent['hangupStatus']>, 'no answer'>

/**
 * Without callExternalId a repeated event looks like a second call, so such an event is never retried. `date` is for
 * events that are sent late.
 */
export type CallEvent = Omit<ContractCallEvent, 'codes' | 'userIds'> &
  Partial<Pick<ContractCallEvent, 'codes' | 'userIds'>>

/** The date is Y-m-d H:i:s in the system's time zone (systemTime); a repeated upload is recognised by externalId. */
export type CallRecord = Omit<ContractCallRecord, 'externalId' | 'duration' | 'result'> & {
  externalId: string
  /** Seconds. */
  duration: number
  result: CallResult
}

/** What was said in a call: times are seconds from the beginning of the recording. */
export type { CallTranscript, TranscriptSegment }

export type ManagerLookupQuery = {
  phone: string
  details?: boolean
  ignoreStatus?: boolean
  route?: boolean
  site?: string
}
export type ManagerLookupResult = Omit<ReplyOf<typeof findManager>, 'success'>
export type CallTrace = ReplyOf<typeof readTrace>['trace']

// Payments

export type { InvoiceStatus, RefundStatus }

export type InvoiceItem = {
  name: string
  price: number
  quantity: number
  measurementUnit?: string
  vat?: string
  paymentMethod?: string
  paymentObject?: string
  productCode?: string
}

export type InvoiceCustomer = Partial<
  Record<'email' | 'phone' | 'firstName' | 'lastName' | 'patronymic' | 'sex' | 'contragentType' | 'legalName', string>
>

export type CreateInvoice = {
  shopId: string
  invoiceUuid: string
  invoiceType: 'link'
  /** Decimal, not minor units. */
  amount: number
  currency: string
  orderNumber?: string
  orderId?: number
  siteUrl?: string
  returnUrl?: string
  items: InvoiceItem[]
  customer: InvoiceCustomer
}

/** `cancellable` says whether the system may offer to cancel. */
export type CreatedInvoice = { paymentId: string; invoiceUrl: string; cancellable: boolean }

export type ApproveInvoice = { paymentId: string; amount?: number }
export type CancelInvoice = { paymentId: string }
/** Without an amount, the whole remaining sum. */
export type RefundInvoice = { paymentId: string; amount?: number }

export type Refund = { id: string; status: RefundStatus; amount: number; comment?: string }

/** The period of a statement: moments in ISO 8601. `cursor` is what the page before returned as `next`. */
export type StatementRequest = { from: string; to: string; cursor?: string }
export type { StatementLine }
/** At most 1,000 lines; `next` leads to the page after, and is absent on the last one. */
export type Statement = { lines: StatementLine[]; next?: string }

export type PaymentState = {
  paymentId: string
  status: string
  amount?: number
  invoiceUrl?: string
  paidAt?: string
  expiredAt?: string
  cancellationDetails?: string
  refundable?: number | boolean
}

/** The status is one of the system's five; amounts are decimals, not minor units. */
export type UpdateInvoice = Omit<ContractUpdateInvoice, 'status' | 'amount' | 'refund'> & {
  status?: InvoiceStatus
  amount?: number
  refund?: Refund
}

/** An invoice as the system stores it; amounts are decimal strings. */
export type Invoice = ReplyOf<typeof getInvoice>['invoice']

type ContractImportInvoice = InputOf<typeof importInvoice>['body']['invoice']
export type ImportedInvoice = Omit<ContractImportInvoice, 'refunds'> & Partial<Pick<ContractImportInvoice, 'refunds'>>

export type CheckInvoice = { invoiceUuid: string; amount: number; currency: string }

// Chats

/** What managers send besides texts and files, where the channel's settings say that it takes it. */
export type { ChannelSettings, MessageOrder, MessageProduct, SentTemplate, Suggestion }
export type MessageKind = 'text' | 'product' | 'order' | 'image' | 'file' | 'audio'

export type ChannelEdit = InputOf<typeof updateChannel>['body']
export type NewChannel = InputOf<typeof activateChannel>['body']
export type { Channel }

type ContractTemplate = InputOf<typeof activateTemplate>['body']
/** Templates are approved by default. */
export type NewTemplate = Omit<ContractTemplate, 'verification_status'> &
  Partial<Pick<ContractTemplate, 'verification_status'>>
export type TemplateEdit = InputOf<typeof updateTemplate>['body']
export type { Template }

export type Feed = ReplyOf<typeof readFeed>

export type ChatCustomer = Client

export type MessageRef = { external_id: string } | { id: number }

export type IncomingMessage = {
  channel: number
  external_chat_id: string
  customer: ChatCustomer
  originator?: 'customer' | 'channel' | 'user'
  quote?: MessageRef
  /** Until when the messenger delivers replies; ISO 8601. */
  reply_deadline?: string
  message: {
    type: MessageKind
    /** The messenger's own id; the system recognises a repeat by it. */
    external_id: string
    text?: string
    note?: string
    items?: { id: string; caption?: string }[]
    created_at?: string
    page_link?: string
  }
}

export type MessageReceipt = { message_id?: number; time?: string; repeated?: boolean }

export type ReactionInput = { channel: number; message: MessageRef; reaction: string }

export type UploadedFile = { id: string; type: string; size: number; mime_type?: string; url?: string }

type ConversationRef = { external_user_id: string; external_chat_id: string; channel_id: number }
type WebhookMessageRef = ConversationRef & { external_message_id: string }

export type WebhookData = {
  message_sent: ConversationRef & {
    id: number
    type: MessageKind
    content?: string | null
    quote_external_id?: string | null
    user?: { id: number; first_name?: string; last_name?: string; avatar?: string }
    items?: { id: string; size?: number; caption?: string; width?: number; height?: number }[]
    /** Of the type product. */
    product?: MessageProduct
    /** Of the type order. */
    order?: MessageOrder
    /** Of the type text: `content` is the filled template. */
    template?: SentTemplate
    /** Quick replies below the text. */
    attachments?: { suggestions?: Suggestion[] }
  }
  message_updated: WebhookMessageRef & {
    content?: string | null
    type?: MessageKind
    attachments?: { suggestions?: Suggestion[] }
  }
  message_deleted: WebhookMessageRef
  message_read: WebhookMessageRef
  reaction_add: WebhookMessageRef & {
    new_reaction: string
    old_reaction?: string
    all_reactions: { reaction: string }[]
  }
  reaction_delete: WebhookMessageRef & { old_reaction?: string; all_reactions: { reaction: string }[] }
}
export type WebhookType = keyof WebhookData

/** `async: true`: the result follows by ackMessage. */
export type MessageSentResult = { external_message_id?: string; async?: boolean; external_chat_id?: string }
