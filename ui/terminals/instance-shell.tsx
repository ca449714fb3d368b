import { useEngineOf } from '../hooks/use-engine-of.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useIsVisitor } from '../hooks/use-organization.ts'
import { useCurrentInstance } from '../instances/page/use-instance.ts'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { ShellPanel } from './shell-panel.tsx'
import { TerminalsProvider } from './terminals-provider.tsx'

/** Shells in the containers of an instance. */
export const InstanceShell = () => {
  const instance = useCurrentInstance()
  const engine = useEngineOf(instance.region)?.kind
  const isVisitor = useIsVisitor()
  const blocked = useBlocked('instances.execute')
  if (isVisitor)
    return <EmptyState title="Only members open shells" text="A shell can read every secret of a service." />
  if (engine === 'process')
    return (
      <EmptyState
        title="Shells need a container engine"
        text="This region runs built-in images as processes, without a shell. Use a region with Docker or Podman."
      />
    )
  if (blocked !== undefined)
    return (
      <EmptyState
        title="You may not open shells"
        text="A shell can read every secret of a service, so only owners may open one by default. They can allow it for other roles in the organisation’s settings."
      />
    )
  return (
    <TerminalsProvider>
      <ShellPanel instance={instance} />
    </TerminalsProvider>
  )
}
