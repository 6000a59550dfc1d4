import { ActionIcon, Box, Group, Stack, Text } from '@mantine/core'
import type { TaskContent, WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { IconPencil, IconRepeat } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useTaskFormTexts } from '../../../texts/task-form.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { FilterSelect } from '../../../ui/FilterSelect.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { ManagersOnly } from '../../../ui/ManagersOnly.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { CompleteTask } from './CompleteTask.tsx'
import { useAssignTask } from './queries.ts'
import { useTaskText } from './task-text.ts'

type TaskListProps = {
  tasks: WorkspaceTask[]
  assignees: { value: string; label: string }[]
  /** Renders a phone number with the call icon. */
  phone: (task: WorkspaceTask) => ReactNode
  onEdit: (task: WorkspaceTask) => void
  onMore: (() => void) | undefined
  loadingMore: boolean
}

const TONES: Record<Exclude<TaskContent['kind'], 'custom'>, Tone> = {
  'missed-call': 'bad',
  'hold-expires': 'warn',
  'answer-pending': 'info',
}

/** Tasks that the system created say why. */
const Reason = ({ content: { kind } }: { content: TaskContent }) => {
  const { tasks: texts } = useTexts()
  return kind === 'custom' ? null : (
    <Status tone={TONES[kind]} size="xs">
      {texts.reasons[kind]}
    </Status>
  )
}

const Due = ({ dueAt }: { dueAt: string | undefined }) => {
  const { tasks: texts } = useTexts()
  const format = useFormat()
  if (!dueAt) return null
  const isLate = Date.parse(dueAt) < Date.now()
  return (
    <Text size="xs" c={isLate ? 'var(--app-bad)' : 'dimmed'}>
      <time dateTime={dueAt} title={format.exact(dueAt)}>
        {isLate ? texts.overdue(format.ago(dueAt)) : texts.due(format.ago(dueAt))}
      </time>
    </Text>
  )
}

/** The chat or the call that it was created from. */
const Origin = ({ task: { chatId, callId } }: { task: WorkspaceTask }) => {
  const { from } = useTaskFormTexts()
  if (chatId !== undefined)
    return (
      <AnchorLink to="/chats/$id" params={{ id: String(chatId) }} size="sm">
        {from.chat}
      </AnchorLink>
    )
  return callId === undefined ? null : (
    <AnchorLink to="/calls/$id" params={{ id: String(callId) }} size="sm">
      {from.call}
    </AnchorLink>
  )
}

const Repeat = ({ repeat }: { repeat: WorkspaceTask['repeat'] }) => {
  const { repeats } = useTaskFormTexts()
  return repeat === undefined ? null : (
    <Group gap={4}>
      <IconRepeat size={12} aria-hidden />
      <Text size="xs" c="dimmed">
        {repeats[repeat]}
      </Text>
    </Group>
  )
}

const About = ({ task, phone }: { task: WorkspaceTask; phone: TaskListProps['phone'] }) => {
  const { customers } = useTexts()
  return (
    <Stack gap={2} align="flex-start">
      {task.customerId !== undefined && (
        <AnchorLink to="/customers/$id" params={{ id: String(task.customerId) }} size="sm">
          {task.customerName || customers.nameless}
        </AnchorLink>
      )}
      {task.orderId !== undefined && (
        <AnchorLink to="/orders/$id" params={{ id: String(task.orderId) }} size="sm">
          {task.orderNumber}
        </AnchorLink>
      )}
      {task.phone && phone(task)}
      <Origin task={task} />
    </Stack>
  )
}

const What = ({ task, phone, assignees }: AssigneeProps & Pick<TaskListProps, 'phone'>) => (
  <Stack gap={4} align="flex-start">
    <Text size="sm" fw={500}>
      {useTaskText()(task)}
    </Text>
    {task.commentary && (
      <Text size="xs" c="dimmed">
        {task.commentary}
      </Text>
    )}
    <Group gap="2px 12px">
      <Reason content={task.content} />
      <Due dueAt={task.dueAt} />
      <Repeat repeat={task.repeat} />
    </Group>
    <Box hiddenFrom="sm">
      <About task={task} phone={phone} />
      <Assignee task={task} assignees={assignees} />
    </Box>
  </Stack>
)

type AssigneeProps = { task: WorkspaceTask; assignees: TaskListProps['assignees'] }

const Assignee = ({ task, assignees }: AssigneeProps) => {
  const texts = useTexts()
  const assign = useAssignTask(task.id)
  const text = useTaskText()(task)
  const chosen = task.performerId === undefined ? null : String(task.performerId)
  const name = assignees.find(({ value }) => value === chosen)?.label ?? texts.customers.anybody
  return (
    <ManagersOnly otherwise={<Text size="sm">{name}</Text>}>
      <FilterSelect
        aria-label={`${texts.tasks.performer}: ${text}`}
        placeholder={texts.customers.anybody}
        searchable
        data={assignees}
        value={chosen}
        onChange={(id) =>
          assign.mutate(id === null ? undefined : Number(id), {
            onSuccess: () => notifySuccess(texts.tasks.assigned),
            onError: (error) => notifyError(errorText(texts, error)),
          })
        }
      />
    </ManagersOnly>
  )
}

const EditButton = ({ task, onEdit }: { task: WorkspaceTask } & Pick<TaskListProps, 'onEdit'>) => {
  const { editOf } = useTaskFormTexts()
  const text = useTaskText()(task)
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={editOf(text)} onClick={() => onEdit(task)}>
      <IconPencil size={16} aria-hidden />
    </ActionIcon>
  )
}

/** Open tasks, the most urgent first. */
export const TaskList = ({ tasks, assignees, phone, onEdit, onMore, loadingMore }: TaskListProps) => {
  const { tasks: texts } = useTexts()
  const columns: Column<WorkspaceTask>[] = [
    { key: 'what', head: texts.what, cell: (task) => <What task={task} phone={phone} assignees={assignees} /> },
    { key: 'about', head: texts.about, wideOnly: true, cell: (task) => <About task={task} phone={phone} /> },
    {
      key: 'performer',
      head: texts.performer,
      wideOnly: true,
      cell: (task) => <Assignee task={task} assignees={assignees} />,
    },
    {
      key: 'actions',
      head: '',
      actions: true,
      cell: (task) => (
        <ManagersOnly>
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <EditButton task={task} onEdit={onEdit} />
            <CompleteTask task={task} />
          </Group>
        </ManagersOnly>
      ),
    },
  ]
  return (
    <DataList
      label={texts.title}
      rows={tasks}
      columns={columns}
      rowKey={({ id }) => id}
      onMore={onMore}
      loadingMore={loadingMore}
    />
  )
}
