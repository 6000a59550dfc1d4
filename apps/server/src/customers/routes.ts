import {
  createCustomerNote,
  createCustomer as createEndpoint,
  editCustomer as editEndpoint,
  getCustomer,
  getCustomerCard,
  listCustomerNotes,
  listCustomers,
  listWorkspaceCustomers,
  noteCustomer as noteEndpoint,
} from '@patchbay/contract/customers'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { createCustomer, editCustomer, showCustomer, showCustomers, showWorkspaceCustomers } from './actions.ts'
import { createNote, noteCustomer, showCustomerCard, showNotes } from './notes.ts'

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
