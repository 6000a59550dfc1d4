// The chart of the weekly report as SVG, pure: lib/text/svg-to-png.ts makes a picture of it.

export type ChartPanel = {
  title: string
  series: { name: string; color: string }[]
  /** One column for each day, with a value for each series; `text` is written above it. */
  columns: { label: string; values: (number | bigint)[]; text: string }[]
}

/** The colours of the pages of reports. */
export const COLORS = { good: '#187a6b', bad: '#b42318', info: '#1d5fbf', calm: '#6a727b' } as const

const [WIDTH, PANEL, PAD] = [560, 190, 20]
const [TOP, BARS] = [58, 96]
const [INK, DIMMED, LINE] = ['#1a1d21', '#5a626b', '#d6dade']

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

type TextOptions = { size?: number; fill?: string; anchor?: 'start' | 'middle'; weight?: number }

const textAt = (x: number, y: number, text: string, options: TextOptions = {}): string => {
  const { size = 12, fill = INK, anchor = 'start', weight = 400 } = options
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`
}

/** To a tenth of a point. */
const at = (length: number): number => Math.round(length * 10) / 10

const rect = (x: number, y: number, width: number, height: number, fill: string): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${fill}"/>`

const LEGEND = 120

const legendOf = (series: ChartPanel['series'], y: number): string =>
  series
    .map(({ name, color }, place) => {
      const x = WIDTH - PAD - LEGEND * (series.length - place)
      return rect(x, y - 9, 10, 10, color) + textAt(x + 16, y, name, { fill: DIMMED })
    })
    .join('')

const panelOf = ({ title, series, columns }: ChartPanel, place: number): string => {
  const top = place * PANEL
  const base = top + TOP + BARS
  const sums = columns.map(({ values }) => values.reduce<number>((sum, value) => sum + Number(value), 0))
  const most = Math.max(1e-9, ...sums)
  const width = (WIDTH - 2 * PAD) / columns.length
  const bars = columns.map(({ label, values, text }, index) => {
    const [x, middle] = [PAD + index * width, PAD + (index + 0.5) * width]
    let y = base
    const parts = values.map((value, of) => {
      const height = (Number(value) / most) * BARS
      y -= height
      return height > 0 ? rect(x + width * 0.2, y, width * 0.6, height, series[of]?.color ?? INK) : ''
    })
    const above = textAt(middle, y - 5, text, { size: 11, anchor: 'middle' })
    return parts.join('') + above + textAt(middle, base + 18, label, { fill: DIMMED, anchor: 'middle' })
  })
  const line = rect(PAD, base, WIDTH - 2 * PAD, 1, LINE)
  const head = textAt(PAD, top + 26, title, { size: 15, weight: 600 }) + legendOf(series, top + 26)
  return head + bars.join('') + line
}

export const chartSvg = (panels: readonly ChartPanel[]): string => {
  const height = panels.length * PANEL
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">${rect(0, 0, WIDTH, height, '#ffffff')}${panels.map(panelOf).join('')}</svg>`
}

/** What the picture says, for those who do not see it. */
export const chartAlt = (title: string, panels: readonly ChartPanel[]): string => {
  const said = panels.map((panel) => {
    const days = panel.columns.map(({ label, text }) => `${label} ${text}`).join(', ')
    return `${panel.title} (${panel.series.map(({ name }) => name).join(' + ')}): ${days}`
  })
  return `${title}. ${said.join('. ')}.`
}
