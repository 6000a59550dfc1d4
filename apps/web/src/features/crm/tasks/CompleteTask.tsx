import { Button } from '@mantine/core'
import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { IconCheck } from '@tabler/icons-react'
import { errorText } from '../../../lib/error-text.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { useCompleteTask } from './queries.ts'
import { useTaskText } from './task-text.ts'

export const CompleteTask = ({ task }: { task: WorkspaceTask }) => {
  const texts = useTexts()
  const complete = useCompleteTask()
  const text = useTaskText()(task)
  const press = () =>
    complete.mutate(task.id, {
      onSuccess: () => notifySuccess(texts.tasks.isDone(text)),
      onError: (error) => notifyError(errorText(texts, error)),
    })
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconCheck size={14} aria-hidden />}
      aria-label={`${texts.tasks.done}: ${text}`}
      loading={complete.isPending}
      onClick={press}
    >
      {texts.tasks.done}
    </Button>
  )
}
