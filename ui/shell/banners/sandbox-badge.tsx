import { useConfiguration } from '../../hooks/use-configuration.ts'
import { lazy } from '../../parts/lazy/lazy.tsx'

const SandboxNote = lazy(() => import('./sandbox-note.tsx'), 'SandboxNote', {
  waiting: <span>Sandbox</span>,
})

export const SandboxBadge = ({ side }: { side: 'above' | 'below' }) =>
  useConfiguration()?.sandbox && <SandboxNote side={side} />
