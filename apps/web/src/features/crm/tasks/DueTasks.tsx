import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { useQuery } from '@tanstack/react-query'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { AnchorLink } from '../../../ui/links.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Deadline, WaitingList, WaitingRow } from '../../../ui/WaitingList.tsx'
import { CompleteTask } from './CompleteTask.tsx'
import { dueTasksQuery } from './queries.ts'
import { useTaskText } from './task-text.ts'

/** A task opens what it is about: its order, its customer, or the list of tasks. */
const TaskLink = ({ task: { orderId, customerId }, text }: { task: WorkspaceTask; text: string }) => {
  if (orderId !== undefined) {
    return (
      <RowLink to="/orders/$id" params={{ id: String(orderId) }}>
        {text}
      </RowLink>
    )
  }
  if (customerId !== undefined) {
    return (
      <RowLink to="/customers/$id" params={{ id: String(customerId) }}>
        {text}
      </RowLink>
    )
  }
  return <RowLink to="/tasks">{text}</RowLink>
}

/** What has to be done today, and what should have been done before. */
export const DueTasks = () => {
  const { tasks: texts } = useHomeTexts()
  const { tasks } = useTexts()
  const textOf = useTaskText()
  const { data, error } = useQuery(dueTasksQuery)
  return (
    <WaitingList
      title={texts.title}
      list={data?.tasks}
      error={error}
      empty={texts.empty}
      tone="calm"
      all={
        <AnchorLink to="/tasks" size="sm">
          {texts.all}
        </AnchorLink>
      }
      row={(task) => (
        <WaitingRow
          key={task.id}
          link={<TaskLink task={task} text={textOf(task)} />}
          details={joinFacts([task.customerName, task.orderNumber, task.commentary])}
          aside={task.dueAt && <Deadline at={task.dueAt} text={(distance) => tasks.due(distance)} />}
          actions={
            <ManagersOnly>
              <CompleteTask task={task} />
            </ManagersOnly>
          }
        />
      )}
    />
  )
}
