import { Button, Group, Modal, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { REPLY_VARIABLES } from '@patchbay/contract/base/constants'
import type { CannedReply } from '@patchbay/contract/chats/workspace/canned-replies'
import { useHasRole } from '../../../lib/me.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { Confirm, Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Attachments } from '../conversations/Attachments.tsx'
import { type Attachment, itemsOf, useAttachments } from '../conversations/attaching.ts'
import { AttachButton, isUploading } from '../conversations/ComposerParts.tsx'
import { useDeleteReply, useSaveReply } from './queries.ts'
import { variablesIn } from './variables.ts'

/** Which files a channel accepts is known only when the reply is sent. */
const ANY_FILE = [{ kind: 'image' }, { kind: 'audio' }, { kind: 'file' }] as const

type Fields = { title: string; shortcut: string; text: string; shared: boolean }

const TextField = ({ form }: { form: UseFormReturnType<Fields> }) => {
  const { replies: texts } = useConversationTexts()
  const known: readonly string[] = REPLY_VARIABLES
  const unknown = variablesIn(form.values.text).filter((name) => !known.includes(name))
  const insert = (name: string) => form.setFieldValue('text', `${form.values.text}{{${name}}}`)
  return (
    <div>
      <Textarea
        label={texts.text}
        required
        autosize
        minRows={4}
        maxRows={12}
        maxLength={10_000}
        {...form.getInputProps('text')}
      />
      {unknown.length > 0 && (
        <Text size="sm" c="var(--app-warn)" mt={4} role="status">
          {texts.unknown(unknown.map((name) => `{{${name}}}`).join(', '))}
        </Text>
      )}
      <Text size="sm" fw={500} mt="sm">
        {texts.variables}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {texts.variablesWhat}
      </Text>
      <Group gap={6}>
        {REPLY_VARIABLES.map((name) => (
          <Button key={name} size="compact-xs" variant="default" title={`{{${name}}}`} onClick={() => insert(name)}>
            {texts.variable[name]}
          </Button>
        ))}
      </Group>
    </div>
  )
}

const DeleteReply = ({ reply, onDeleted }: { reply: CannedReply; onDeleted: () => void }) => {
  const { common } = useTexts()
  const { replies: texts } = useConversationTexts()
  const [opened, question] = useDisclosure()
  const remove = useDeleteReply(reply.id)
  const deleted = () => {
    notifySuccess(texts.deleted)
    onDeleted()
  }
  return (
    <>
      <Button variant="default" c="var(--app-bad)" onClick={question.open}>
        {common.remove}
      </Button>
      <Confirm
        opened={opened}
        onClose={question.close}
        title={texts.deleteAsk(reply.title)}
        action={common.remove}
        dangerous
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: deleted })}
      >
        {texts.deleteWhat}
      </Confirm>
    </>
  )
}

/** A picture has no caption; another file has its name. */
const attachmentsOf = (reply: CannedReply | undefined, picture: string): Attachment[] =>
  (reply?.items ?? []).map(({ id, caption }) => ({
    key: id,
    name: caption ?? picture,
    progress: 1,
    uploaded: { id, type: caption === undefined ? 'image' : 'file' },
  }))

type FormProps = {
  /** Absent: a new one. */
  reply: CannedReply | undefined
  onClose: () => void
}

export const CannedReplyForm = ({ reply, onClose }: FormProps) => {
  const { chats, common } = useTexts()
  const { replies: texts } = useConversationTexts()
  const mayShare = useHasRole('team-lead')
  const save = useSaveReply(reply?.id)
  const { attached, add, remove } = useAttachments([...ANY_FILE], attachmentsOf(reply, chats.kinds.image))
  const form = useForm<Fields>({
    initialValues: {
      title: reply?.title ?? '',
      shortcut: reply?.shortcut ?? '',
      text: reply?.text ?? '',
      shared: reply?.shared ?? false,
    },
    validate: { shortcut: (shortcut) => !/^[^\s/{}]{1,32}$/.test(shortcut) && texts.shortcutWrong },
  })
  const submit = form.onSubmit((fields) =>
    save.mutate(
      { ...fields, items: itemsOf(attached) },
      {
        onSuccess: () => {
          notifySuccess(reply ? common.saved : texts.created(fields.title))
          onClose()
        },
      },
    ),
  )
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={<Text fw={600}>{reply ? texts.editTitle : texts.createTitle}</Text>}
    >
      <form onSubmit={submit}>
        <Stack>
          {save.error && <Problem error={save.error} />}
          <TextInput label={texts.name} required maxLength={100} data-autofocus {...form.getInputProps('title')} />
          <TextInput
            label={texts.shortcut}
            description={texts.shortcutWhat}
            required
            maxLength={32}
            leftSection="/"
            {...form.getInputProps('shortcut')}
          />
          <TextField form={form} />
          <div>
            <Text size="sm" fw={500} mb={6}>
              {texts.files}
            </Text>
            <Stack gap="xs" align="flex-start">
              {attached.length > 0 && <Attachments attached={attached} onRemove={remove} />}
              <AttachButton onPick={add} />
            </Stack>
          </div>
          {mayShare && !reply && <Switch label={texts.share} {...form.getInputProps('shared', { type: 'checkbox' })} />}
          <Group justify="space-between" gap="xs">
            {reply ? <DeleteReply reply={reply} onDeleted={onClose} /> : <span />}
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {common.cancel}
              </Button>
              <Button type="submit" loading={save.isPending} disabled={attached.some(isUploading)}>
                {common.save}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
