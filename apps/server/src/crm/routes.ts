import { createCustomerNote, listCustomerNotes } from '@patchbay/contract/crm/customer-notes'
import {
  createCustomer as createEndpoint,
  editCustomer as editEndpoint,
  getCustomer,
  listCustomers,
} from '@patchbay/contract/crm/customers'
import {
  getCustomerCard,
  listWorkspaceCustomers,
  noteCustomer as noteEndpoint,
} from '@patchbay/contract/crm/workspace/customers'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { createNote, noteCustomer, showNotes } from './customer-notes/actions.ts'
import {
  createCustomer,
  editCustomer,
  showCustomer,
  showCustomerCard,
  showCustomers,
  showWorkspaceCustomers,
} from './customers/actions.ts'

export const customerRoutes = (bind: Bind<Deps>): void => {
  bind(listCustomers, showCustomers)
  bind(listWorkspaceCustomers, showWorkspaceCustomers)
  bind(getCustomer, showCustomer)
  bind(createEndpoint, createCustomer)
  bind(editEndpoint, editCustomer)
  bind(listCustomerNotes, showNotes)
  bind(createCustomerNote, createNote)
  bind(getCustomerCard, showCustomerCard)
  bind(noteEndpoint, noteCustomer)
}
