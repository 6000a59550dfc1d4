import { Modal, Text } from '@mantine/core'
import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type TaskAbout, useCreateTask, useEditTask } from '../../features/crm/tasks/queries.ts'
import { TaskForm } from '../../features/crm/tasks/TaskForm.tsx'
import { bodyOf, newTask, valuesOf } from '../../features/crm/tasks/task-form.ts'
import { colleaguesQuery, useColleagueName } from '../../features/platform/users/queries.ts'
import { meQuery } from '../../lib/me.ts'
import { useTaskFormTexts } from '../../texts/task-form.ts'
import { notifySuccess } from '../../ui/notifications.ts'

const useAssignees = () => {
  const { colleagues } = useSuspenseQuery(colleaguesQuery).data
  const name = useColleagueName()
  return colleagues.map(({ id }) => ({ value: String(id), label: name(id) }))
}

/** A new task about a customer, an order, a call or a chat, or about nothing else. */
export const NewTaskDialog = ({ about = {}, onClose }: { about?: TaskAbout; onClose: () => void }) => {
  const texts = useTaskFormTexts()
  const { me } = useSuspenseQuery(meQuery).data
  const assignees = useAssignees()
  const create = useCreateTask()
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>{texts.new}</Text>}>
      <TaskForm
        values={newTask(me.id)}
        assignees={assignees}
        hasText
        action={texts.create}
        save={create}
        onCancel={onClose}
        onSave={(values) =>
          create.mutate(
            { text: values.text.trim(), ...bodyOf(values, me.timezone), ...about },
            {
              onSuccess: () => {
                notifySuccess(texts.created)
                onClose()
              },
            },
          )
        }
      />
    </Modal>
  )
}

export const EditTaskDialog = ({ task, onClose }: { task: WorkspaceTask; onClose: () => void }) => {
  const texts = useTaskFormTexts()
  const { me } = useSuspenseQuery(meQuery).data
  const assignees = useAssignees()
  const edit = useEditTask(task.id)
  const hasText = task.content.kind === 'custom'
  return (
    <Modal opened onClose={onClose} title={<Text fw={600}>{texts.edit}</Text>}>
      <TaskForm
        values={valuesOf(task, me.timezone)}
        assignees={assignees}
        hasText={hasText}
        action={texts.save}
        save={edit}
        onCancel={onClose}
        onSave={(values) =>
          edit.mutate(
            { ...bodyOf(values, me.timezone), ...(hasText && { text: values.text.trim() }) },
            {
              onSuccess: () => {
                notifySuccess(texts.saved)
                onClose()
              },
            },
          )
        }
      />
    </Modal>
  )
}
