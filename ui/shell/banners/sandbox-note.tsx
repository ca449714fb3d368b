import { BadgeNote } from '../../parts/state/badge-note.tsx'

const NOTICE = 'Sandbox: login uses stand-in providers on this machine, and nothing leaves it.'

export const SandboxNote = ({ side }: { side: 'above' | 'below' }) => (
  <BadgeNote tone="warn" label="Sandbox" note={NOTICE} side={side} />
)
