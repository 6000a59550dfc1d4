import type { WorkspaceInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'

type Operation = NonNullable<WorkspaceInvoice['operation']>

/** D-46: what a user should know about an open operation, with the time in their zone. */
export const useOperationNote = () => {
  const { invoices: texts } = useTexts()
  const format = useFormat()
  return ({ kind, note }: Operation): string => {
    if (!note) return ''
    const what = texts.operations[kind]
    return 'at' in note ? texts.notes[note.code](what, format.time(note.at)) : texts.notes[note.code](what)
  }
}
