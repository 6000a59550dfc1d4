import { Box, Button, Group, Stack, Text } from '@mantine/core'
import type { WorkspaceTask } from '@patchbay/contract/crm/workspace/tasks'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Status, type Tone } from '../../../ui/Status.tsx'
import { useCompleteTask } from './queries.ts'

type TaskListProps = {
  tasks: WorkspaceTask[]
  managerName: (id: number) => string
  /** A number, as one that can be called. */
  phone: (task: WorkspaceTask) => ReactNode
  onMore: (() => void) | undefined
  loadingMore: boolean
}

const REASONS: Record<string, Tone> = { 'missed-call': 'bad', 'hold-expires': 'warn' }

/** Tasks that the system created say why. */
const Reason = ({ reason }: { reason: string | undefined }) => {
  const { tasks: texts } = useTexts()
  const text = reason && texts.reasons[reason]
  return text ? (
    <Status tone={REASONS[reason] ?? 'info'} size="xs">
      {text}
    </Status>
  ) : null
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
    </Stack>
  )
}

/** A task that the system created has its text here, in the user's language. */
const useTaskText = ({ reason, orderNumber, text }: WorkspaceTask): string => {
  const { tasks: texts } = useTexts()
  return reason === 'hold-expires' && orderNumber ? texts.holdExpires(orderNumber) : text
}

const What = ({ task, phone }: { task: WorkspaceTask; phone: TaskListProps['phone'] }) => (
  <Stack gap={4} align="flex-start">
    <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {useTaskText(task)}
    </Text>
    {task.commentary && (
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {task.commentary}
      </Text>
    )}
    <Group gap="2px 12px">
      <Reason reason={task.reason} />
      <Due dueAt={task.dueAt} />
    </Group>
    <Box hiddenFrom="sm">
      <About task={task} phone={phone} />
    </Box>
  </Stack>
)

const Done = ({ task }: { task: WorkspaceTask }) => {
  const texts = useTexts()
  const complete = useCompleteTask()
  const text = useTaskText(task)
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

/** Open tasks, the most urgent first. */
export const TaskList = ({ tasks, managerName, phone, onMore, loadingMore }: TaskListProps) => {
  const { tasks: texts, customers } = useTexts()
  const columns: Column<WorkspaceTask>[] = [
    { key: 'what', head: texts.what, cell: (task) => <What task={task} phone={phone} /> },
    { key: 'about', head: texts.about, wideOnly: true, cell: (task) => <About task={task} phone={phone} /> },
    {
      key: 'performer',
      head: texts.performer,
      wideOnly: true,
      cell: ({ performerId }) => (performerId === undefined ? customers.anybody : managerName(performerId)),
    },
    { key: 'actions', head: '', actions: true, cell: (task) => <Done task={task} /> },
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
