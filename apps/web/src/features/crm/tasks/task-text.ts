import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'

/** What is to be done: as somebody wrote it, or the sentence of its kind. */
export const useTaskText = () => {
  const { tasks: texts } = useTexts()
  const format = useFormat()
  return ({ content, customerName }: Pick<WorkspaceTask, 'content' | 'customerName'>): string => {
    switch (content.kind) {
      case 'custom':
        return content.text
      case 'missed-call':
        return texts.callBack(customerName || content.phone)
      case 'hold-expires':
        return texts.holdExpires(content.orderNumber, format.moment(content.expiresAt))
      case 'answer-pending':
        return texts.awaitAnswer[content.to](content.customer)
    }
  }
}
