import type { ErrorCode } from '@patchbay/contract/base/errors'
import { InputError } from '@patchbay/contract/base/read-input'
import type { ModuleSettings } from '@patchbay/contract/integration-modules/registration-rules'
import type { InvoiceFacts, ModuleReport } from '@patchbay/contract/payments/report-rules'

// What the mock system knows of the module: its routes write it, the checks read it.

/** The registration of the module, as far as the checks read it. */
export type Settings = {
  code: string
  clientId: string
  baseUrl?: string
  actions?: Record<string, string>
  integrations?: {
    telephony?: {
      makeCallUrl?: string
      changeUserStatusUrl?: string
      softphoneUrl?: string
      personalAccountUrl?: string
      additionalCodes?: { code: string; userId: string }[] | undefined
      externalPhones?: { siteCode: string; externalPhone: string }[] | undefined
    }
    payment?: { actions: Record<string, string>; currencies: string[]; shops: { code: string }[] }
    mgTransport?: { webhookUrl?: string }
  }
}

export type MockResponse = { status: number; body: unknown; headers?: Record<string, string> }

export type MockInvoice = {
  amount: number
  currency: string
  /** The order is no longer what the invoice was issued for: a check fails. */
  orderChanged?: boolean
  /** What the reports of the module have made of it; a new one is pending. */
  ledger?: Pick<InvoiceFacts, 'status' | 'captured' | 'refunded'> & {
    visited: NonNullable<InvoiceFacts['status']>[]
    refunds: InvoiceFacts['refunds'][number][]
    /** Reports that came before the status they follow. */
    early: ModuleReport['said'][]
  }
}

export type MockMessage = {
  id: number
  channel: number
  externalId?: string | undefined
  type: string
  deleted: boolean
  /** The reactions of the customer, oldest first. */
  reactions: string[]
}

export type MockSystemState = {
  url: string
  apiKey: string
  token: string
  secret: string
  /** The ids of the account's users and the codes of its shops. */
  users: Set<number>
  sites: Set<string>
  /** The payments of orders for which an invoice can be issued or imported. */
  payments: Map<number, { currency: string }>
  timezone: string
  invoices: Map<string, MockInvoice>
  channels: Map<number, Record<string, unknown>>
  templates: Map<string, Record<string, unknown>>
  files: Map<string, { bytes: Uint8Array; type: string }>
  messages: MockMessage[]
  chats: Set<string>
  /** Messages that the checks sent to the module; which ids it gave them is only known from its answers. */
  sent: Set<number>
  /** The exchange's ids of the calls that were reported or uploaded. */
  calls: Set<string>
  module: ModuleSettings | undefined
  settings: () => Settings | undefined
}

export const settingsOf = (module: ModuleSettings | undefined): Settings | undefined =>
  module && ({ ...module, clientId: module.clientId ?? '', baseUrl: module.baseUrl ?? undefined } as Settings)

/** Ends a request with an error of the contract, as the server's `fail` does. */
export const refuse = (code: ErrorCode, why: Pick<Partial<InputError>, 'values' | 'fields'> = {}): never => {
  throw new InputError(code, why)
}

/** The input that the contract's reader has validated, and the request as it came. */
export type MockInput = {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: Record<string, unknown>
  bytes: Uint8Array
  contentType: string
}

export type RouteHandler = (
  state: MockSystemState,
  input: MockInput,
) => Omit<MockResponse, 'status'> & { status?: number }
