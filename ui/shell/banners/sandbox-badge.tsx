import { useConfiguration } from '../../hooks/use-configuration.ts'
import { BadgeNote } from '../../parts/state/badge-note.tsx'

const NOTICE = 'Sandbox: login uses stand-in providers on this machine, and nothing leaves it.'

export const SandboxBadge = ({ side }: { side: 'above' | 'below' }) =>
  useConfiguration()?.sandbox && <BadgeNote tone="warn" label="Sandbox" note={NOTICE} side={side} />
