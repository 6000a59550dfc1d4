import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'

/** P-21: the request for an invoice was answered, but the module may have refused it, or not answered at all. */
export const useIssueNotice = () => {
  const { invoices: texts } = useTexts()
  return ({ invoice }: { invoice: WorkspaceInvoice }): void => {
    if (invoice.status !== undefined) notifySuccess(texts.issued)
    else notifyError(invoice.errorMsg === undefined ? texts.notIssuedYet : texts.notIssued(invoice.errorMsg))
  }
}
