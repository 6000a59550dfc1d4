// The default theme in the colours of the workspace.
import DefaultTheme from 'vitepress/theme'
import './colours.css'

export default DefaultTheme
