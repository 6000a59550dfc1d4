import { Box, Button, Center, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { useListKeys } from '../lib/list-keys.ts'
import { useTexts } from '../texts/catalogue.ts'
import styles from './DataList.module.css'

export type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  width?: string | number
  /** How the list is sorted by it, where it can be. */
  sorted?: 'ascending' | 'descending' | 'none'
  /** Money, counts and times: right-aligned, with tabular figures. */
  numeric?: boolean
  /** Buttons of the row: at its end, above the link. */
  actions?: boolean
  /** Hidden on a phone, where the first column shows the essentials. */
  wideOnly?: boolean
}

type DataListProps<Row> = {
  label: string
  rows: readonly Row[]
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  /** Totals, below the rows. */
  foot?: ReactNode
  onMore?: (() => void) | undefined
  loadingMore?: boolean
}

const classOf = <Row,>({ numeric, actions, wideOnly }: Column<Row>): string =>
  [numeric && styles.numeric, actions && `${styles.end} ${styles.above}`, wideOnly && styles.wideOnly]
    .filter(Boolean)
    .join(' ')

/** A table with keyboard navigation (j and k). On a phone only the first and the last columns are shown. */
export const DataList = <Row,>({ label, rows, columns, rowKey, foot, onMore, loadingMore }: DataListProps<Row>) => {
  const texts = useTexts()
  useListKeys()
  return (
    <>
      <Paper withBorder style={{ overflow: 'hidden' }}>
        <Box component="table" className={styles.table} aria-label={label}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  {...(column.sorted && { 'aria-sort': column.sorted })}
                  style={{ width: column.width }}
                  className={classOf(column)}
                >
                  {column.head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} className={styles.row}>
                {columns.map((column) => (
                  <td key={column.key} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Box>
        {foot && <Box className={styles.foot}>{foot}</Box>}
      </Paper>
      {onMore && (
        <Center mt="md">
          <Button variant="default" onClick={onMore} loading={loadingMore}>
            {texts.common.loadMore}
          </Button>
        </Center>
      )}
    </>
  )
}
