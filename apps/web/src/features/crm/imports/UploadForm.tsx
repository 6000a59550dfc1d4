import { Button, FileInput, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { IMPORT_KINDS, type ImportKind } from '@patchbay/contract/crm/import-constants'
import { IconFileSpreadsheet, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useImportTexts } from '../../../texts/imports.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { useUploadImport } from './queries.ts'

type UploadFormProps = { kind: ImportKind; cancel: ReactNode; onUploaded: (id: number) => void }

export const UploadForm = ({ kind: first, cancel, onUploaded }: UploadFormProps) => {
  const texts = useImportTexts()
  const [kind, setKind] = useState(first)
  const [file, setFile] = useState<File | null>(null)
  const [part, setPart] = useState(0)
  const upload = useUploadImport(setPart)
  const percent = Math.round(part * 100)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (file) upload.mutate({ kind, file }, { onSuccess: (reply) => onUploaded(reply.import.id) })
      }}
    >
      <Stack maw={520}>
        <div>
          <Text size="sm" fw={500} mb={4} id="import-kind">
            {texts.kind}
          </Text>
          <SegmentedControl
            aria-labelledby="import-kind"
            value={kind}
            onChange={(value) => setKind(value as ImportKind)}
            data={IMPORT_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          />
          {kind === 'orders' && (
            <Text size="sm" c="dimmed" mt="xs">
              {texts.ordersWhat}
            </Text>
          )}
        </div>
        <FileInput
          label={texts.file}
          placeholder={texts.choose}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
          value={file}
          onChange={setFile}
        />
        {upload.isPending && <Progress value={percent} aria-label={texts.uploading(percent)} />}
        {upload.error && <Problem error={upload.error} />}
        <Group>
          <Button
            type="submit"
            disabled={file === null}
            loading={upload.isPending}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            {texts.upload}
          </Button>
          {cancel}
        </Group>
      </Stack>
    </form>
  )
}
