import { Boxes } from 'lucide-react'
import type { NavEntry } from '../../parts/frame/top-bar.tsx'

/** The pages of an organisation that the top bar leads to. */
export const frameNav = (organization: string): NavEntry[] => [
  { to: `/${organization}/dashboard`, label: 'Compute', icon: <Boxes />, current: true },
]
