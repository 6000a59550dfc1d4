import { Select, Switch, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ChannelRouting } from '@patchbay/contract/chats/workspace/assignment'
import { useTexts } from '../../../texts/catalogue.ts'
import { useRoutingTexts } from '../../../texts/routing.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { useSaveChannelRouting } from './queries.ts'

export type Choices = { value: string; label: string }[]

type FormProps = { channel: ChannelRouting; shops: Choices; groups: Choices; onClose: () => void }

export const ChannelRoutingForm = ({ channel, shops, groups, onClose }: FormProps) => {
  const { common } = useTexts()
  const { channels: texts, shops: shopTexts } = useRoutingTexts()
  const save = useSaveChannelRouting()
  const { id, enabled, shop = null, group = null, awayText } = channel
  const form = useForm<{ enabled: boolean; shop: string | null; group: string | null; awayText: string }>({
    initialValues: { enabled, shop, group, awayText },
  })
  const done = () => {
    notifySuccess(common.saved)
    onClose()
  }
  const submit = form.onSubmit((values) =>
    save.mutate(
      {
        id,
        enabled: values.enabled,
        awayText: values.awayText,
        ...(values.shop && { shop: values.shop }),
        ...(values.group && { group: values.group }),
      },
      { onSuccess: done },
    ),
  )
  return (
    <FormDialog onClose={onClose} title={texts.edit(channel.name)} onSubmit={submit} save={save}>
      <Switch label={texts.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <Select
        label={shopTexts.shop}
        placeholder={texts.defaultShop}
        data={shops}
        clearable
        {...form.getInputProps('shop')}
      />
      <Select
        label={shopTexts.group}
        placeholder={texts.groupOfShop}
        data={groups}
        clearable
        {...form.getInputProps('group')}
      />
      <Textarea
        label={shopTexts.away}
        description={texts.awayOfShop}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('awayText')}
      />
    </FormDialog>
  )
}
