// What travels between the system and a module, as docs/spec says (wire-habits.md, sections 3 to 5).

// Telephony

export type UserStatus = 'free' | 'busy' | 'dinner' | 'break'

export type MakeCall = { code: string; phone: string; userId: string; externalPhone?: string }
export type StatusChange = { code: string; userId: string; status: UserStatus }

export type HangupStatus = 'answered' | 'no answered' | 'busy' | 'cancel' | 'failed'

export type CallEvent = {
  phone: string
  type: 'in' | 'out' | 'hangup'
  codes?: string[]
  userIds?: number[]
  hangupStatus?: HangupStatus
  externalPhone?: string
  /** Without it a repeated event cannot be told from a second call, so such an event is never sent twice. */
  callExternalId?: string
  site?: string
}

export type CallResult = 'answered' | 'no answer' | 'busy' | 'failed' | 'not allowed' | 'unknown'

export type CallRecord = {
  /** Y-m-d H:i:s in the system's time zone; see systemTime(). */
  date: string
  type: 'in' | 'out'
  phone: string
  /** What a repeated upload is recognised by. */
  externalId: string
  code?: string
  userId?: string
  result: CallResult
  /** Seconds. */
  duration: number
  durationWaiting?: number
  recordUrl?: string
  externalPhone?: string
  site?: string
}

export type ManagerFound = {
  manager?: { id: string; firstName?: string; lastName?: string; email?: string; code?: string }
  customer?: { id: string; firstName?: string; lastName?: string; phones?: { number: string }[] }
  links?: Partial<Record<'newOrderLink' | 'lastOrderLink' | 'newCustomerLink' | 'customerLink', string>>
}

// Payments

export type InvoiceStatus = 'pending' | 'waitingForCapture' | 'succeeded' | 'canceled' | 'refundSucceeded'

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

export type RefundStatus = 'succeeded' | 'canceled' | 'pending'
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

export type UpdateInvoice = {
  invoiceUuid: string
  paymentId?: string
  status?: InvoiceStatus
  amount?: number
  cancellationDetails?: string
  invoiceUrl?: string
  paidAt?: string
  expiredAt?: string
  refundable?: boolean
  cancellable?: boolean
  refund?: Refund
}

export type CheckInvoice = { invoiceUuid: string; amount: number; currency: string }

// Chats

export type Feature = 'none' | 'receive' | 'send' | 'both'
export type MessageKind = 'text' | 'product' | 'order' | 'image' | 'file' | 'audio'

type Features = Partial<Record<'creating' | 'editing' | 'quoting' | 'deleting' | 'reaction', Feature>>

export type ChannelSettings = {
  text?: Features & { max_chars_count?: number }
  product?: Features
  order?: Features
  image?: Features & { max_items_count?: number; max_item_size?: number; note_max_chars_count?: number }
  file?: Features & { max_items_count?: number; max_item_size?: number; note_max_chars_count?: number }
  audio?: Features & { max_items_count?: number; max_item_size?: number }
  status?: Partial<Record<'delivered' | 'read', Feature>>
  reactions?: { dictionary?: string[]; max_count?: number }
  customer_external_id?: 'any' | 'phone'
}

export type ChannelEdit = {
  type?: string
  external_id?: string
  name?: string
  avatar_url?: string
  settings?: ChannelSettings
}
export type Channel = ChannelEdit & { id: number; is_active?: boolean; created_at?: string; updated_at?: string }

export type ChatCustomer = {
  external_id: string
  nickname: string
  first_name?: string
  last_name?: string
  avatar?: string
  language?: string
  phone?: string
  email?: string
}

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
