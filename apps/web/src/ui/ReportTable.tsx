import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { download } from '../lib/download.ts'
import { useReportTexts } from '../texts/reports.ts'
import { FigureLink, type FigureTarget } from './FigureLink.tsx'
import styles from './Report.module.css'
import { toCsv } from './report-csv.ts'

export type TableCell = {
  text: string
  /** For the CSV file, where it differs: a number without separators. */
  plain?: string
  target?: FigureTarget | undefined
}
export type TableRow = { key: string; name: string; head?: ReactNode; cells: TableCell[] }
export type ReportTableProps = { caption: string; columns: string[]; rows: TableRow[] }

export const ReportTable = ({ caption, columns, rows }: ReportTableProps) => {
  const texts = useReportTexts()
  const save = () =>
    download(
      `${caption}.csv`,
      'text/csv;charset=utf-8',
      toCsv([columns, ...rows.map(({ name, cells }) => [name, ...cells.map(({ text, plain }) => plain ?? text)])]),
    )
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={caption}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, head, cells }) => (
              <tr key={key}>
                <th scope="row">{head ?? name}</th>
                {cells.map(({ text, target }, place) => (
                  <td key={columns[place + 1]}>
                    <FigureLink target={target}>{text}</FigureLink>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="flex-end" mt="xs" className={styles.noprint}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={texts.csvOf(caption)}
          onClick={save}
        >
          CSV
        </Button>
      </Group>
    </>
  )
}
