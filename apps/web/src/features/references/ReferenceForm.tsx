import { Button, Group, Modal, NumberInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/catalogue.ts'
import { useSetUpTexts } from '../../texts/set-up.ts'
import { CodeInput } from '../../ui/CodeInput.tsx'
import { Problem } from '../../ui/Confirm.tsx'

/** What statuses of payments and ways to pay have in common. */
export type Common = { name: string; active: boolean; defaultForCrm: boolean; description: string; ordering: number }

type FormProps<Fields extends Common> = {
  title: string
  /** Absent: a new one is made. */
  code: string | undefined
  fields: Fields
  takenCodes: readonly string[]
  /** What it means to be the default one. */
  defaultWhat: string
  /** The fields of its own. */
  own: (fields: Fields, set: (change: Partial<Fields>) => void) => ReactNode
  keep: { isPending: boolean; error: unknown }
  onKeep: (code: string, fields: Fields) => void
  onClose: () => void
}

export const ReferenceForm = <Fields extends Common>(props: FormProps<Fields>) => {
  const { common } = useTexts()
  const { shops, statuses: texts } = useSetUpTexts()
  const [code, setCode] = useState('')
  const [fields, setFields] = useState(props.fields)
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })
  const isTaken = props.code === undefined && props.takenCodes.includes(code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isTaken) props.onKeep(props.code ?? code, fields)
  }
  return (
    <Modal opened onClose={props.onClose} title={<Text fw={600}>{props.title}</Text>}>
      <form onSubmit={submit}>
        <Stack>
          {props.keep.error != null && <Problem error={props.keep.error} />}
          <TextInput
            label={shops.name}
            required
            maxLength={255}
            data-autofocus
            value={fields.name}
            onChange={(event) => set({ name: event.currentTarget.value } as Partial<Fields>)}
          />
          {props.code === undefined && (
            <CodeInput value={code} isTaken={isTaken} what={shops.codeWhat} onChange={setCode} />
          )}
          {props.own(fields, set)}
          <Switch
            label={texts.offered}
            checked={fields.active}
            onChange={(event) => set({ active: event.currentTarget.checked } as Partial<Fields>)}
          />
          <Switch
            label={texts.isDefault}
            description={props.defaultWhat}
            // One is always the default: it is changed by making another so.
            disabled={props.fields.defaultForCrm}
            checked={fields.defaultForCrm}
            onChange={(event) => set({ defaultForCrm: event.currentTarget.checked } as Partial<Fields>)}
          />
          <Textarea
            label={shops.description}
            autosize
            maxLength={2000}
            value={fields.description}
            onChange={(event) => set({ description: event.currentTarget.value } as Partial<Fields>)}
          />
          <NumberInput
            label={shops.ordering}
            description={texts.orderingWhat}
            min={0}
            max={1_000_000}
            allowDecimal={false}
            value={fields.ordering}
            onChange={(value) => set({ ordering: Number(value) || 0 } as Partial<Fields>)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={props.keep.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
