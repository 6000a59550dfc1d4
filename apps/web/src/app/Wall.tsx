import { WallPage } from '../pages/platform/WallPage.tsx'
import { LIVE_KEYS } from './live-keys.ts'

export const Wall = () => <WallPage liveKeys={LIVE_KEYS} />
