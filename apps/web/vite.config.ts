import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  server: { port: 5173, proxy: { '/workspace': SERVER, '/docs': SERVER, '/dev': SERVER } },
  build: { assetsInlineLimit: 0, target: 'es2023', sourcemap: true },
})
