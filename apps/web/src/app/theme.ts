import {
  type ButtonProps,
  type CSSVariablesResolver,
  createTheme,
  type DrawerProps,
  type InputWrapperProps,
  type MantineColorsTuple,
  type ModalProps,
  type NotificationProps,
  type PaperProps,
  type SelectProps,
  type SwitchProps,
  type TooltipProps,
} from '@mantine/core'
import type { Texts } from '../texts/catalogue.ts'

const brand: MantineColorsTuple = [
  '#eaf7f4',
  '#d3ece6',
  '#a6dacd',
  '#76c6b3',
  '#4eb49d',
  '#2f9a83',
  '#1f8673',
  '#187a6b',
  '#116557',
  '#094c41',
]

/** Slightly cooler than the default greys, to reduce eye strain. */
const dark: MantineColorsTuple = [
  '#d5d8dc',
  '#b4b9c0',
  '#9aa0a8',
  '#6b727b',
  '#3c4149',
  '#2d3138',
  '#22262c',
  '#191c21',
  '#131519',
  '#0d0f12',
]

/** By component name: importing the components themselves would add them all to the first load. */
const withDefaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps })

/** Built-in texts of components also come from the catalogue. */
export const themeFor = ({ common }: Texts) =>
  createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 7 },
    colors: { brand, dark },
    defaultRadius: 'md',
    fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
    headings: {
      fontWeight: '600',
      sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.9375rem' } },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: withDefaults<ButtonProps>({ size: 'sm' }),
      Paper: withDefaults<PaperProps>({ radius: 'md' }),
      Tooltip: withDefaults<TooltipProps>({ withArrow: true, openDelay: 300 }),
      // The clear button replaces the chevron, to leave space for the selected value.
      Select: withDefaults<SelectProps>({ clearSectionMode: 'clear' }),
      Switch: withDefaults<SwitchProps>({ withThumbIndicator: false }),
      // The description goes below the field, so that fields next to each other stay aligned.
      InputWrapper: withDefaults<InputWrapperProps>({ inputWrapperOrder: ['label', 'input', 'description', 'error'] }),
      Notification: withDefaults<NotificationProps>({ closeButtonProps: { 'aria-label': common.close } }),
      Modal: withDefaults<ModalProps>({ centered: true, closeButtonProps: { 'aria-label': common.close } }),
      Drawer: withDefaults<DrawerProps>({ position: 'right', closeButtonProps: { 'aria-label': common.close } }),
    },
  })

/** Darker greys and reds than the library's, for sufficient contrast (WCAG AA). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5a626b',
    '--mantine-color-error': '#b42318',
    '--mantine-color-placeholder': '#6a727b',
    '--mantine-color-anchor': '#116557',
    '--mantine-color-default-border': '#e3e6ea',
    '--app-side': '#f7f8f9',
    '--app-hover': '#f1f3f5',
    '--app-avatar': '#d8e4e0',
    '--app-good': '#187a6b',
    '--app-bad': '#b42318',
    '--app-warn': '#8f5300',
    '--app-calm': '#6a727b',
    '--app-info': '#1d5fbf',
  },
  dark: {
    '--mantine-color-dimmed': '#9aa0a8',
    '--mantine-color-error': '#ff9c93',
    '--mantine-color-placeholder': '#8b929b',
    '--mantine-color-anchor': '#76c6b3',
    '--mantine-color-default-border': '#2d3138',
    '--app-side': '#15181c',
    '--app-hover': '#22262c',
    '--app-avatar': '#35443f',
    '--app-good': '#4eb49d',
    '--app-bad': '#ff9c93',
    '--app-warn': '#e8b04b',
    '--app-calm': '#9aa0a8',
    '--app-info': '#8ab6ff',
  },
})
