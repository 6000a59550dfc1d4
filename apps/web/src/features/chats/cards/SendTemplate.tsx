import { Select, Text, TextInput } from '@mantine/core'
import { filledTemplate, findIncomplete, type TemplateValues } from '@patchbay/contract/chats/template-rules'
import type { SendableTemplate } from '@patchbay/contract/chats/workspace/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import type { ReplyValues } from '../canned-replies/variables.ts'
import { useSendMessage } from '../conversations/queries.ts'
import styles from './Cards.module.css'
import { QuickReplies } from './Cards.tsx'
import {
  type DialogProps,
  initialValues,
  type NamedField,
  previewValues,
  templateFields,
  valueAt,
  withValue,
} from './drafts.ts'
import { chatTemplatesQuery } from './queries.ts'

type Filling = { template: SendableTemplate; values: TemplateValues }

const useFieldLabel = () => {
  const words = useConversationTexts().cards
  const names: Record<string, string> = words.variables
  return ({ field, name }: NamedField, template: SendableTemplate): string => {
    const label = names[name] ?? words.variable(name)
    if (field.part === 'buttons') return `${template.buttons?.items?.[field.button]?.label ?? ''}: ${label}`
    return field.part === 'header' ? `${words.header}: ${label}` : label
  }
}

type FillingProps = { filling: Filling; onChange: (values: TemplateValues) => void }

const Fields = ({ filling: { template, values }, onChange }: FillingProps) => {
  const words = useConversationTexts().cards
  const labelOf = useFieldLabel()
  return templateFields(template).map((named) => (
    <TextInput
      key={JSON.stringify(named.field)}
      label={labelOf(named, template)}
      required
      maxLength={1024}
      placeholder={named.example && words.example(named.example)}
      value={valueAt(values, named.field)}
      onChange={(event) => onChange(withValue(values, named.field, event.currentTarget.value))}
    />
  ))
}

const Preview = ({ filling: { template, values } }: Pick<FillingProps, 'filling'>) => {
  const words = useConversationTexts().cards
  const buttons = (template.buttons?.items ?? []).map(({ label, type, url }) =>
    type === 'url' ? { type, title: label, payload: url ?? '' } : { type: 'text' as const, title: label },
  )
  return (
    <section aria-label={words.preview}>
      <Text size="sm" fw={500} mb={4}>
        {words.preview}
      </Text>
      <div className={styles.preview}>
        <Text size="sm">{filledTemplate(template, previewValues(template, values))}</Text>
        <QuickReplies suggestions={buttons} />
      </div>
    </section>
  )
}

/** The templates of the channel, the values of the chosen one, and what the customer will read. */
export const SendTemplate = ({ chatId, known, onClose, onSent }: DialogProps & { known: ReplyValues }) => {
  const words = useConversationTexts().cards
  const { chats, common } = useTexts()
  const save = useSendMessage(chatId)
  const { data, error, refetch } = useQuery(chatTemplatesQuery(chatId))
  const [filling, setFilling] = useState<Filling>()
  const choose = (code: string | null) => {
    const template = data?.templates.find((one) => one.code === code)
    setFilling(template && { template, values: initialValues(template, known) })
  }
  const isComplete = filling && findIncomplete(filling.template, filling.values) === undefined
  const submit = ({ template, values }: Filling) =>
    save.mutate({ template: { code: template.code, ...values } }, { onSuccess: onSent })
  return (
    <FormDialog
      title={words.sendTemplate}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (filling) submit(filling)
      }}
      save={save}
      action={chats.send}
      disabled={!isComplete}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Select
        label={words.template}
        placeholder={data ? words.chooseTemplate : common.loading}
        data={(data?.templates ?? []).map(({ code, name, lang }) => ({
          value: code,
          label: lang ? `${name} (${lang})` : name,
        }))}
        searchable
        value={filling?.template.code ?? null}
        onChange={choose}
      />
      {filling && <Fields filling={filling} onChange={(values) => setFilling({ ...filling, values })} />}
      {filling && <Preview filling={filling} />}
    </FormDialog>
  )
}
