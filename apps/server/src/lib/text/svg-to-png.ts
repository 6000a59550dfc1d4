import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const FONTS = ['latin', 'cyrillic'].map((part) => `@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`)
/** For screens with more pixels than points. */
const ZOOM = 2

const fileOf = (name: string): Promise<Buffer> => readFile(new URL(import.meta.resolve(name)))

const load = async (): Promise<Buffer[]> => {
  await initWasm(await fileOf('@resvg/resvg-wasm/index_bg.wasm'))
  return Promise.all(FONTS.map(fileOf))
}

/** Two megabytes of WebAssembly, compiled by the first picture. */
let loading: Promise<Buffer[]> | undefined

/** A picture of an SVG, twice its size, with our font: the machine needs none. */
export const svgToPng = async (svg: string): Promise<Buffer> => {
  loading ??= load()
  const font = { fontBuffers: await loading, defaultFontFamily: 'Inter Variable' }
  const drawing = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: ZOOM } })
  const picture = drawing.render()
  const png = Buffer.from(picture.asPng())
  picture.free()
  drawing.free()
  return png
}
