import { useEffect } from 'react'
import type { Project } from '../../../../src/contract/wire/compute.ts'
import type { DeployDraft } from '../../../../src/instances/deploy-draft-message.ts'
import { noDraft, selectDeployDraft } from '../../../../src/instances/deploy-drafts.ts'
import { useSend } from '../../../hooks/use-console.tsx'
import { useSelected } from '../../../hooks/use-selected.ts'

/** What was typed for this source, and a draft that the user left earlier. `query` has the choices in the address. */
export const useDraft = (project: Project, source: string, query: string) => {
  const send = useSend()
  const kept = useSelected(selectDeployDraft(project._id), [project._id])
  const isOwn = kept?.source === source
  const draft = kept && isOwn ? kept : { ...noDraft(source), registry: kept?.registry ?? null }
  const change = (next: Partial<DeployDraft>) =>
    send({ type: 'ui/deployDraftChanged', projectId: project._id, source, change: { query, ...next } })

  // The choices belong to the draft, so that it can be opened again without its address.
  const isBehind = isOwn && kept.query !== query
  useEffect(() => {
    if (isBehind && query !== '')
      send({ type: 'ui/deployDraftChanged', projectId: project._id, source, change: { query } })
  }, [send, isBehind, query, source, project._id])

  return {
    draft,
    change,
    unfinished:
      query === '' && kept && kept.query !== ''
        ? {
            query: kept.query,
            discard: () => send({ type: 'ui/deployDraftDiscarded', projectId: project._id }),
          }
        : null,
  }
}
