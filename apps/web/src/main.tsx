import '@mantine/core/styles.css'
import '@fontsource-variable/inter/wght.css'
import './app/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { styleNonce } from './lib/style-nonce.ts'
import { currentLanguage, loadTexts } from './texts/catalogue.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')
// The scroll lock of open dialogs reads it from there (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
const language = currentLanguage()
document.documentElement.lang = language
const texts = await loadTexts(language)
createRoot(root).render(
  <StrictMode>
    <App texts={texts} />
  </StrictMode>,
)
