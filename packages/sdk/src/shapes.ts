import type { ParametersOf } from '@patchbay/contract/base/callback'
import type { InputOf, ReplyOf } from '@patchbay/contract/base/endpoint'
import type { activateChannel, Channel, ChannelSettings, updateChannel } from '@patchbay/contract/chats/channels'
import type { Client } from '@patchbay/contract/chats/messages'
import type { activateTemplate, Template, updateTemplate } from '@patchbay/contract/chats/templates'
import type { readFeed } from '@patchbay/contract/chats/webhooks'
import type { PaymentStatus, PaymentType } from '@patchbay/contract/crm/references'
import type { getInvoice, importInvoice } from '@patchbay/contract/payments/invoices'
import type { UpdateInvoice as TakenUpdate } from '@patchbay/contract/payments/reports'
import type { InvoiceStatus, RefundStatus } from '@patchbay/contract/payments/statuses'
import type { getSettings } from '@patchbay/contract/platform/accounts'
import type { Site } from '@patchbay/contract/platform/shops'
import type { ApiUser, UserGroup } from '@patchbay/contract/platform/users'
import type { makeCall, userStatusChanged } from '@patchbay/contract/telephony/callbacks'
import type { CallEvent as TakenEvent } from '@patchbay/contract/telephony/events'
import type { CallResult, CallRecord as TakenRecord } from '@patchbay/contract/telephony/history'
import type { findManager } from '@patchbay/contract/telephony/routing'
import type { readTrace } from '@patchbay/contract/telephony/traces'

// What travels between the system and a module (docs/spec/wire-habits.md, sections 3 to 5). Where the contract is wider
// than what a module should send, it is narrowed here; callbacks of payments and webhooks are written out.

// The account

export type AccountSettings = ReplyOf<typeof getSettings>['settings']
export type User = ApiUser
export type { PaymentStatus, PaymentType, Site, UserGroup }

// Telephony

type Asked<C> = Omit<ParametersOf<C>, 'clientId'>

export type MakeCall = Asked<typeof makeCall>
export type StatusChange = Asked<typeof userStatusChanged>
export type UserStatus = StatusChange['status']

export type HangupStatus = Exclude<NonNullable<TakenEvent['hangupStatus']>, 'no answer'>

/**
 * Without callExternalId a repeated event cannot be told from a second call, so such an event is never sent twice. `date`
 * is for what is told late.
 */
export type CallEvent = Omit<TakenEvent, 'codes' | 'userIds'> & Partial<Pick<TakenEvent, 'codes' | 'userIds'>>

/** The date is Y-m-d H:i:s in the system's time zone (systemTime); a repeated upload is recognised by externalId. */
export type CallRecord = Omit<TakenRecord, 'externalId' | 'duration' | 'result'> & {
  externalId: string
  /** Seconds. */
  duration: number
  result: CallResult
}

export type ManagerFound = Omit<ReplyOf<typeof findManager>, 'success'>
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

export type PayingCustomer = Partial<
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
  customer: PayingCustomer
}

/** `cancellable` says whether the system may offer to cancel. */
export type CreatedInvoice = { paymentId: string; invoiceUrl: string; cancellable: boolean }

export type ApproveInvoice = { paymentId: string; amount?: number }
export type CancelInvoice = { paymentId: string }
/** Without an amount, all that is left. */
export type RefundInvoice = { paymentId: string; amount?: number }

export type Refund = { id: string; status: RefundStatus; amount: number; comment?: string }

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
export type UpdateInvoice = Omit<TakenUpdate, 'status' | 'amount' | 'refund'> & {
  status?: InvoiceStatus
  amount?: number
  refund?: Refund
}

/** An invoice as the system keeps it; sums are decimals in words. */
export type Invoice = ReplyOf<typeof getInvoice>['invoice']

type TakenImport = InputOf<typeof importInvoice>['body']['invoice']
export type ImportedInvoice = Omit<TakenImport, 'refunds'> & Partial<Pick<TakenImport, 'refunds'>>

export type CheckInvoice = { invoiceUuid: string; amount: number; currency: string }

// Chats

export type { ChannelSettings }
export type MessageKind = 'text' | 'product' | 'order' | 'image' | 'file' | 'audio'

export type ChannelEdit = InputOf<typeof updateChannel>['body']
export type NewChannel = InputOf<typeof activateChannel>['body']
export type { Channel }

type TakenTemplate = InputOf<typeof activateTemplate>['body']
/** Templates are approved unless it is said otherwise. */
export type NewTemplate = Omit<TakenTemplate, 'verification_status'> &
  Partial<Pick<TakenTemplate, 'verification_status'>>
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
  message: {
    type: MessageKind
    /** What a repeat is recognised by: give the messenger's own id. */
    external_id: string
    text?: string
    note?: string
    items?: { id: string; caption?: string }[]
    created_at?: string
    page_link?: string
  }
}

export type MessageTaken = { message_id?: number; time?: string; repeated?: boolean }

export type ReactionCall = { channel: number; message: MessageRef; reaction: string }

export type UploadedFile = { id: string; type: string; size: number; mime_type?: string; url?: string }

type MessagePlace = { external_user_id: string; external_chat_id: string; channel_id: number }
type MessagePoint = MessagePlace & { external_message_id: string }

export type WebhookData = {
  message_sent: MessagePlace & {
    id: number
    type: MessageKind
    content?: string | null
    quote_external_id?: string | null
    user?: { id: number; first_name?: string; last_name?: string; avatar?: string }
    items?: { id: string; size?: number; caption?: string; width?: number; height?: number }[]
  }
  message_updated: MessagePoint & { content?: string | null; type?: MessageKind }
  message_deleted: MessagePoint
  message_read: MessagePoint
  reaction_add: MessagePoint & { new_reaction: string; old_reaction?: string; all_reactions: { reaction: string }[] }
  reaction_delete: MessagePoint & { old_reaction?: string; all_reactions: { reaction: string }[] }
}
export type WebhookType = keyof WebhookData

/** `async: true` says that the outcome follows by ack. */
export type MessageSent = { external_message_id?: string; async?: boolean; external_chat_id?: string }
