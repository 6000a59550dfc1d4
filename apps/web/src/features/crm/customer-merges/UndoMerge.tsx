import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReplyOf } from '@patchbay/contract/base/endpoint'
import type { getCustomerCard } from '@patchbay/contract/crm/workspace/customers'
import { useFormat } from '../../../lib/format.ts'
import { useCustomerFormTexts } from '../../../texts/customer-form.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useUndoMerge } from './queries.ts'

type Merge = ReplyOf<typeof getCustomerCard>['merges'][number]

/** The latest merge; an earlier one is offered when this one is undone. */
export const UndoMerge = ({ customerId, merge }: { customerId: number; merge: Merge }) => {
  const texts = useCustomerFormTexts()
  const format = useFormat()
  const undo = useUndoMerge(customerId)
  return (
    <Alert variant="default" role="status" mb="lg">
      {undo.error && <Problem error={undo.error} />}
      <Group justify="space-between">
        <Text size="sm">{texts.wasMerged(merge.name, format.ago(merge.at))}</Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={undo.isPending}
          onClick={() => undo.mutate(merge.id, { onSuccess: () => notifySuccess(texts.undone) })}
        >
          {texts.undo}
        </Button>
      </Group>
    </Alert>
  )
}
