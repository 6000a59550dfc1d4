import { Alert, Button, Group, List, Select, Stack, Text } from '@mantine/core'
import type { RetentionPreview, RetentionSetting } from '@patchbay/contract/integration-modules/workspace/retention'
import type { RetentionKind } from '@patchbay/contract/platform/retention-constants'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useRetentionTexts } from '../../../texts/retention.ts'
import { Confirm, Problem } from '../../../ui/Confirm.tsx'
import { notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { choiceOf, choicesFor, daysOf } from './choices.ts'
import { retentionQuery, usePreviewRetention, useSaveRetention } from './queries.ts'

type Chosen = Partial<Record<RetentionKind, number | null>>

type FieldProps = { setting: RetentionSetting; chosen: number | null; onChange: (days: number | null) => void }

const RetentionField = ({ setting: { kind, keepDays, deletedTo }, chosen, onChange }: FieldProps) => {
  const texts = useRetentionTexts()
  const format = useFormat()
  const { name, what } = texts.kinds[kind]
  return (
    <Select
      label={name}
      description={deletedTo === undefined ? what : `${what} ${texts.deletedTo(format.date(deletedTo))}`}
      data={choicesFor(kind, keepDays, texts)}
      allowDeselect={false}
      value={choiceOf(chosen)}
      onChange={(choice) => choice !== null && onChange(daysOf(choice))}
    />
  )
}

/** What would go, kind by kind. */
const WhatGoes = ({ deleted }: { deleted: readonly RetentionPreview[] }) => {
  const texts = useRetentionTexts()
  const format = useFormat()
  return (
    <>
      <List size="sm">
        {deleted.map(({ kind, before, rows, more }) => {
          const goes = texts.kinds[kind].goes(rows)
          return <List.Item key={kind}>{texts.before(more ? texts.more(goes) : goes, format.date(before))}</List.Item>
        })}
      </List>
      <Text size="sm">{texts.cannotUndo}</Text>
    </>
  )
}

export const RetentionSection = () => {
  const { common } = useTexts()
  const texts = useRetentionTexts()
  const format = useFormat()
  const { settings, hold } = useSuspenseQuery(retentionQuery).data.retention
  const [chosen, setChosen] = useState<Chosen>({})
  const [asking, setAsking] = useState<RetentionPreview[]>()
  const preview = usePreviewRetention()
  const save = useSaveRetention()
  const chosenFor = ({ kind, keepDays }: RetentionSetting) => chosen[kind] ?? (kind in chosen ? null : keepDays)
  const changes = settings
    .filter((one) => chosenFor(one) !== one.keepDays)
    .map((one) => {
      const keepDays = chosenFor(one)
      return { kind: one.kind, ...(keepDays !== null && { keepDays }) }
    })
  const saved = () => {
    notifySuccess(common.saved)
    setChosen({})
    setAsking(undefined)
  }
  const apply = () => save.mutate({ settings: changes }, { onSuccess: saved })
  const ask = () =>
    preview.mutate(
      { settings: changes },
      {
        onSuccess: ({ deleted }) => {
          const rows = deleted.filter((one) => one.rows > 0)
          if (rows.length > 0) setAsking(rows)
          else apply()
        },
      },
    )
  return (
    <Section title={texts.title} about={texts.about}>
      <Stack>
        {hold && <Alert variant="default">{texts.held(hold.because, format.date(hold.since))}</Alert>}
        {preview.error && <Problem error={preview.error} />}
        {save.error && !asking && <Problem error={save.error} />}
        {settings.map((setting) => (
          <RetentionField
            key={setting.kind}
            setting={setting}
            chosen={chosenFor(setting)}
            onChange={(days) => setChosen((before) => ({ ...before, [setting.kind]: days }))}
          />
        ))}
        <Group>
          <Button disabled={changes.length === 0} loading={preview.isPending || save.isPending} onClick={ask}>
            {common.save}
          </Button>
        </Group>
      </Stack>
      <Confirm
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={texts.ask}
        action={texts.confirm}
        dangerous
        pending={save.isPending}
        error={save.error}
        onConfirm={apply}
      >
        <WhatGoes deleted={asking ?? []} />
      </Confirm>
    </Section>
  )
}
