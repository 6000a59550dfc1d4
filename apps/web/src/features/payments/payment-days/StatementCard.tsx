import { Alert, Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core'
import type { PaymentDay, StatementColumns } from '@patchbay/contract/payments/workspace/payment-days'
import { IconRefresh, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { usePaymentDayTexts } from '../../../texts/payment-days.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { problemText } from './problem-text.ts'
import { useDayCommand, useUploadStatement } from './queries.ts'

const StatementState = ({ statement }: Pick<PaymentDay, 'statement'>) => {
  const texts = usePaymentDayTexts()
  const format = useFormat()
  const { state, at, source, lines, outside } = statement
  if (state === 'requested')
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm">{texts.statementRequested}</Text>
      </Group>
    )
  if (at === undefined || source === undefined) return <Text size="sm">{texts.statementNone}</Text>
  return (
    <div>
      <Text size="sm">
        {texts.sources[source]}: {texts.statementReady(lines, format.moment(at))}
      </Text>
      {outside > 0 && (
        <Text size="xs" c="dimmed">
          {texts.outside(outside)}
        </Text>
      )}
    </div>
  )
}

type Unread = { file: File; columns: StatementColumns }

const useUpload = (dayId: number) => {
  const texts = usePaymentDayTexts()
  const upload = useUploadStatement(dayId)
  const [unread, setUnread] = useState<Unread>()
  const send = (file: File, mapping?: string) =>
    upload.mutate(
      { file, ...(mapping !== undefined && { mapping }) },
      {
        onSuccess: ({ columns, problem }) => {
          setUnread(columns && { file, columns })
          if (!problem) notifySuccess(texts.uploaded)
        },
      },
    )
  const problem = upload.data?.problem?.code === 'columns' ? undefined : upload.data?.problem
  return { upload, unread, setUnread, send, problem }
}

type StatementCardProps = { day: PaymentDay; supported: boolean; isAdmin: boolean }

/** The provider's list: fetched from the module, or uploaded. */
export const StatementCard = ({ day, supported, isAdmin }: StatementCardProps) => {
  const texts = usePaymentDayTexts()
  const command = useDayCommand(day.id)
  const { upload, unread, setUnread, send, problem = day.statement.problem } = useUpload(day.id)
  const canChange = isAdmin && day.state === 'open'
  return (
    <Section title={texts.statement}>
      <Stack gap="sm">
        <StatementState statement={day.statement} />
        {problem && (
          <Alert variant="default" role="alert" styles={{ root: { borderColor: 'var(--app-bad)' } }}>
            <Text size="sm" c="var(--app-bad)">
              {problemText(texts, problem)}
            </Text>
          </Alert>
        )}
        {canChange && !supported && (
          <Text size="sm" c="dimmed">
            {texts.unsupported}
          </Text>
        )}
        {(command.error ?? upload.error) && <Problem error={command.error ?? upload.error} />}
        {canChange && (
          <Group gap="xs">
            {supported && (
              <Button
                variant={day.statement.state === 'none' ? 'filled' : 'default'}
                leftSection={<IconRefresh size={16} aria-hidden />}
                loading={command.isPending || day.statement.state === 'requested'}
                onClick={() => command.mutate('fetch')}
              >
                {day.statement.state === 'none' ? texts.fetch : texts.fetchAgain}
              </Button>
            )}
            <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={(file) => file && send(file)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  loading={upload.isPending}
                  leftSection={<IconUpload size={16} aria-hidden />}
                >
                  {texts.upload}
                </Button>
              )}
            </FileButton>
          </Group>
        )}
      </Stack>
      {unread && (
        <ColumnsDialog
          columns={unread.columns}
          pending={upload.isPending}
          onClose={() => setUnread(undefined)}
          onChosen={(mapping) => send(unread.file, mapping)}
        />
      )}
    </Section>
  )
}
