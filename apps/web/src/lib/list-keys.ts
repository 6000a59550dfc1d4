import { useHotkeys } from '@mantine/hooks'

/** Marks the link of a row for j and k. */
export const ROW = { 'data-row': '' }

const step = (by: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.offsetParent !== null)
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

/** j and k move the focus through the list on the page; Enter opens, since the focus is on a link. */
export const useListKeys = (): void =>
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
  ])
